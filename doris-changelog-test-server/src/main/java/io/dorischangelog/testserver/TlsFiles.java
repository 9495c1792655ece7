package io.dorischangelog.testserver;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * PEM files with which a server speaks TLS on all its ports. Immutable.
 *
 * @see TestCertificates
 */
public final class TlsFiles {
  private final Path certificate;
  private final Path key;
  private final @Nullable Path clientCa;

  private TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {
    this.certificate = certificate;
    this.key = key;
    this.clientCa = clientCa;
  }

  /**
   * Files of a server.
   *
   * @param certificate its certificate, perhaps followed by those above it
   * @param key its private key in PKCS 8, without a password
   */
  public static TlsFiles of(Path certificate, Path key) {
    return new TlsFiles(certificate, key, null);
  }

  /** Asks for client certificates that this authority has signed, on all ports. */
  public TlsFiles requireClientsOf(Path newClientCa) {
    return new TlsFiles(certificate, key, newClientCa);
  }

  /** The server's certificate. */
  public Path certificate() {
    return certificate;
  }

  /** The server's private key. */
  public Path key() {
    return key;
  }

  /** Who signs the certificates of clients; empty: clients need none. */
  public Optional<Path> clientCa() {
    return Optional.ofNullable(clientCa);
  }
}
