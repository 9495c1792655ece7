package io.dorischangelog.client.internal.server;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/** Puts a connection failure into a few words for people. */
final class Reasons {
  private Reasons() {}

  /**
   * Whether the address answered that nothing listens there, as a server that is being restarted
   * does; a host that is unknown or swallows packets will not get better by asking again.
   */
  static boolean isRefused(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ConnectException && !(t instanceof ConnectTimeoutException)) {
        return true;
      }
    }
    return false;
  }

  /** A short reason: the JDK's own messages are often null or a bare class name. */
  static String of(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof HttpConnectTimeoutException || t instanceof ConnectTimeoutException) {
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
