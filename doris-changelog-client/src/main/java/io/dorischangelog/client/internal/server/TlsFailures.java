package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Says in words for people why a TLS connection did not come about. */
public final class TlsFailures {
  private static final String NOT_TLS =
      "TLS is switched on, but no TLS is spoken on this port (plain text came back); nothing is"
          + " sent without TLS. Use the TLS port, or set tls to leave this protocol out";

  /** How a TLS server looks to a client that speaks plain text: it hangs up. */
  private static final Pattern HUNG_UP =
      Pattern.compile(
          "(?i)received no bytes|EOF reached|network closed|connection reset|connection closed"
              + "|first received frame was not settings|invalid status line|io exception");

  private TlsFailures() {}

  /**
   * The failure of a first call, with a hint where the server hung up: that is all it says about
   * TLS to a client without, and often about a missing client certificate.
   */
  static IOException hinting(IOException failure, boolean secure) {
    String message = String.valueOf(failure.getMessage());
    if (explain(failure).isPresent() || !HUNG_UP.matcher(message).find()) {
      return failure;
    }
    String hint =
        secure
            ? " (perhaps the server wants a client certificate, or another one: see tls)"
            : " (does this port speak TLS? then set tls, doris.enable.tls)";
    return new IOException(message + hint, failure);
  }

  /** What went wrong; empty if the failure has nothing to do with TLS. */
  public static Optional<String> explain(Throwable failure) {
    Optional<String> general = Optional.empty();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      Optional<String> precise = precise(t);
      if (precise.isPresent()) {
        return precise;
      }
      if (t instanceof SSLException && general.isEmpty()) {
        general = Optional.of(handshake(String.valueOf(t.getMessage())));
      }
    }
    return general;
  }

  private static Optional<String> precise(Throwable t) {
    if (t instanceof CertificateExpiredException) {
      return Optional.of("the server's certificate has expired (" + t.getMessage() + ")");
    }
    if (t instanceof CertificateNotYetValidException) {
      return Optional.of("the server's certificate is not valid yet (" + t.getMessage() + ")");
    }
    if (t instanceof CertPathValidatorException || isPathBuilding(t)) {
      return expiredBelow(t)
          .or(
              () ->
                  Optional.of(
                      "the server's certificate is not signed by an authority that is trusted here;"
                          + " check the CA certificates of tls (doris.tls.ca-certificate-path)"));
    }
    if (t instanceof CertificateException && t.getCause() == null) {
      return Optional.of(
          "the server's certificate is for another host name ("
              + t.getMessage()
              + "); connect by a name that it holds");
    }
    return Optional.empty();
  }

  private static Optional<String> expiredBelow(Throwable t) {
    for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException) {
        return precise(cause);
      }
    }
    return Optional.empty();
  }

  /** The JDK's own class for it is not public. */
  private static boolean isPathBuilding(Throwable t) {
    return String.valueOf(t.getMessage()).contains("path building failed");
  }

  private static String handshake(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("not an ssl/tls record") || lower.contains("unrecognized ssl message")) {
      return NOT_TLS;
    }
    if (lower.contains("bad_certificate")
        || lower.contains("certificate_required")
        || lower.contains("certificate_unknown")) {
      return "the server did not accept this client's certificate, or wants one and got none; set"
          + " the client certificate of tls (doris.tls.client-certificate-path, -key-path)";
    }
    return "TLS failed: " + message;
  }
}
