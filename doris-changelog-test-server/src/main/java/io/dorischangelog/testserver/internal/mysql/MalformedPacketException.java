package io.dorischangelog.testserver.internal.mysql;

import java.io.IOException;

/** A client sent something that is not the MySQL protocol; its connection cannot go on. */
final class MalformedPacketException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedPacketException(String message) {
    super(message);
  }
}
