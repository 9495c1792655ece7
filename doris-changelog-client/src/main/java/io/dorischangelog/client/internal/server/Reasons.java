package io.dorischangelog.client.internal.server;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;

/** Puts a connection failure into a few words for people. */
final class Reasons {
  private Reasons() {}

  /** Whether TLS failed, which no repetition cures. */
  static boolean isTls(Throwable failure) {
    return TlsFailures.explain(failure).isPresent();
  }

  /**
   * Whether asking again will not help: the host is unknown or swallows packets. A refused or
   * broken connection may be a server that is being restarted.
   */
  static boolean isLasting(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ConnectTimeoutException
          || t instanceof UnknownHostException
          || t instanceof UnresolvedAddressException) {
        return true;
      }
    }
    return isTls(failure);
  }

  /** A short reason: the JDK's own messages are often null or a bare class name. */
  static String of(Throwable failure) {
    Optional<String> tls = TlsFailures.explain(failure);
    if (tls.isPresent()) {
      return tls.get();
    }
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof HttpConnectTimeoutException || t instanceof ConnectTimeoutException) {
        return "connecting timed out";
      }
      if (t instanceof HttpTimeoutException) {
        return String.valueOf(t.getMessage());
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
