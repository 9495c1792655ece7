package io.dorischangelog.client;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connections with TLS: who is trusted, and who this client is. All files are PEM. The server's
 * certificate is always checked, its host name too: it must be made for the host that is connected
 * to, which is the reachable one where an address map translates. A server that does not speak TLS
 * is an error; nothing is ever sent in plain text instead.
 *
 * <pre>{@code
 * TlsOptions.trusting(Path.of("ca.pem"))
 *     .withClientCertificate(Path.of("client.pem"), Path.of("client.key"))
 * }</pre>
 *
 * <p>The files are read and checked when the options are given to a builder, and not again later.
 * Immutable.
 */
public final class TlsOptions {
  private final @Nullable Path caCertificates;
  private final @Nullable Path clientCertificate;
  private final @Nullable Path clientKey;
  private final boolean http;
  private final boolean flight;

  private TlsOptions(
      @Nullable Path caCertificates,
      @Nullable Path clientCertificate,
      @Nullable Path clientKey,
      boolean http,
      boolean flight) {
    this.caCertificates = caCertificates;
    this.clientCertificate = clientCertificate;
    this.clientKey = clientKey;
    this.http = http;
    this.flight = flight;
  }

  /**
   * Trusts servers whose certificates lead to one in a file.
   *
   * @param caCertificates one or more certificates
   */
  public static TlsOptions trusting(Path caCertificates) {
    return new TlsOptions(caCertificates, null, null, true, true);
  }

  /** Trusts the authorities that the JVM trusts. */
  public static TlsOptions trustingLikeTheJvm() {
    return new TlsOptions(null, null, null, true, true);
  }

  /**
   * Shows a certificate of this client's own to servers that ask for one (mutual TLS).
   *
   * @param certificate it, perhaps followed by those above it
   * @param key its private key in PKCS 8 ({@code BEGIN PRIVATE KEY}), without a password
   */
  public TlsOptions withClientCertificate(Path certificate, Path key) {
    return new TlsOptions(caCertificates, certificate, key, http, flight);
  }

  /** Leaves HTTP without TLS, where the front ends speak TLS on their Flight ports only. */
  public TlsOptions exceptHttp() {
    return new TlsOptions(caCertificates, clientCertificate, clientKey, false, flight);
  }

  /** Leaves Flight without TLS, where the front ends speak TLS on their HTTP ports only. */
  public TlsOptions exceptFlight() {
    return new TlsOptions(caCertificates, clientCertificate, clientKey, http, false);
  }

  /** The file of trusted certificates; empty: those of the JVM. */
  public Optional<Path> caCertificates() {
    return Optional.ofNullable(caCertificates);
  }

  /** The file of this client's certificate; empty: it has none. */
  public Optional<Path> clientCertificate() {
    return Optional.ofNullable(clientCertificate);
  }

  /** The file of the key of {@link #clientCertificate()}. */
  public Optional<Path> clientKey() {
    return Optional.ofNullable(clientKey);
  }

  /** Whether HTTP calls to front ends use TLS. */
  public boolean isForHttp() {
    return http;
  }

  /** Whether Flight calls to front ends and back ends use TLS. */
  public boolean isForFlight() {
    return flight;
  }

  /** The files; never what is in them. */
  @Override
  public String toString() {
    return "TlsOptions[ca="
        + (caCertificates == null ? "of the JVM" : caCertificates)
        + (clientCertificate == null ? "" : ", client certificate=" + clientCertificate)
        + (http ? "" : ", HTTP plain")
        + (flight ? "" : ", Flight plain")
        + "]";
  }
}
