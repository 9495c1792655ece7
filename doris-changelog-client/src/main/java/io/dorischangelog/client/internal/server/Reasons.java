package io.dorischangelog.client.internal.server;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/** Puts a connection failure into a few words for people. */
final class Reasons {
  private Reasons() {}

  /** A short reason: the JDK's own messages are often null or a bare class name. */
  static String of(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof HttpConnectTimeoutException) {
        return "connecting timed out";
      }
      if (t instanceof HttpTimeoutException) {
        return "no answer in time";
      }
      if (t instanceof UnknownHostException || t instanceof UnresolvedAddressException) {
        return "unknown host";
      }
    }
    if (failure instanceof ConnectException) {
      return "connection refused";
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
