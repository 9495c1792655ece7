package io.dorischangelog.testserver.internal.http;

import java.io.IOException;

/** The content of a call is larger than the stand-in takes. */
final class ContentTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  ContentTooLargeException(int limit) {
    super("the content is larger than " + limit + " bytes, which is all that the stand-in takes");
  }
}
