package io.dorischangelog.testserver.internal.wire;

import io.dorischangelog.testserver.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The TLS of a server, read from PEM files. */
public final class Tls {
  private final TlsFiles files;
  private final SSLContext context;

  private Tls(TlsFiles files, SSLContext context) {
    this.files = files;
    this.context = context;
  }

  /**
   * Reads the files.
   *
   * @throws UncheckedIOException if one cannot be read
   * @throws IllegalArgumentException if one has no certificate or key
   */
  public static Tls of(TlsFiles files) {
    try {
      KeyStore store = emptyStore();
      Certificate[] chain = certificates(files.certificate());
      store.setKeyEntry("server", key(files.key(), chain[0]), new char[0], chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust(files), null);
      return new Tls(files, context);
    } catch (IOException e) {
      throw new UncheckedIOException("a TLS file cannot be read", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the TLS files do not go together: " + e.getMessage(), e);
    }
  }

  public TlsFiles files() {
    return files;
  }

  public SSLContext context() {
    return context;
  }

  /** Whether clients must show a certificate. */
  public boolean needsClientCertificate() {
    return files.clientCa().isPresent();
  }

  /** Parameters of a server's side. */
  public SSLParameters parameters() {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setNeedClientAuth(needsClientCertificate());
    return parameters;
  }

  /** Goes on with TLS on a connection that began without it. */
  public Socket wrap(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(
                    plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
    socket.setUseClientMode(false);
    socket.setNeedClientAuth(needsClientCertificate());
    socket.startHandshake();
    return socket;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static TrustManager @Nullable [] trust(TlsFiles files)
      throws GeneralSecurityException, IOException {
    if (files.clientCa().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    Certificate[] authorities = certificates(files.clientCa().get());
    for (int i = 0; i < authorities.length; i++) {
      store.setCertificateEntry("ca" + i, authorities[i]);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  private static Certificate[] certificates(Path file)
      throws GeneralSecurityException, IOException {
    Certificate[] found =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
            .toArray(Certificate[]::new);
    if (found.length == 0) {
      throw new IllegalArgumentException("no certificate in " + file);
    }
    return found;
  }

  private static PrivateKey key(Path file, Certificate certificate)
      throws GeneralSecurityException, IOException {
    String body =
        Files.readString(file, StandardCharsets.US_ASCII).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
  }
}
