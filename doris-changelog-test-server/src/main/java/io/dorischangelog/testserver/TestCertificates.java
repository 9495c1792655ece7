package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.wire.CertificateMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Certificates for tests of TLS, new at each call and valid for a day: an authority, a server for
 * {@code 127.0.0.1} and {@code localhost}, and a client. All are PEM files.
 *
 * @param ca certificate of the authority, for {@code trustedCertificates} and the like
 * @param serverCertificate certificate of the server
 * @param serverKey private key of the server
 * @param clientCertificate certificate of a client
 * @param clientKey private key of the client
 */
public record TestCertificates(
    Path ca, Path serverCertificate, Path serverKey, Path clientCertificate, Path clientKey) {

  /**
   * Makes certificates.
   *
   * @param directory existing directory for the files
   * @throws UncheckedIOException if a file cannot be written
   */
  public static TestCertificates create(Path directory) {
    return create(directory, new CertificateMaker());
  }

  /** Makes certificates for one host name only, to test that the name is looked at. */
  public static TestCertificates createForHost(Path directory, String host) {
    return create(directory, CertificateMaker.forHost(host));
  }

  /** Makes certificates that were valid until an hour ago. */
  public static TestCertificates createExpired(Path directory) {
    return create(directory, new CertificateMaker().expired());
  }

  private static TestCertificates create(Path directory, CertificateMaker maker) {
    try {
      TestCertificates files =
          new TestCertificates(
              directory.resolve("ca.pem"),
              directory.resolve("server.pem"),
              directory.resolve("server.key"),
              directory.resolve("client.pem"),
              directory.resolve("client.key"));
      maker.writeAuthority(files.ca());
      maker.writeSigned("Doris stand-in", files.serverCertificate(), files.serverKey());
      maker.writeSigned("client", files.clientCertificate(), files.clientKey());
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("certificates cannot be written to " + directory, e);
    }
  }

  /** The files of a server that accepts any client. */
  public TlsFiles server() {
    return TlsFiles.of(serverCertificate, serverKey);
  }

  /** The files of a server that wants client certificates of this authority. */
  public TlsFiles serverWithClientCertificates() {
    return server().requireClientsOf(ca);
  }
}
