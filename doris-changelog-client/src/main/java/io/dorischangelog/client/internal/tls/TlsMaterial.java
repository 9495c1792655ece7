package io.dorischangelog.client.internal.tls;

import io.dorischangelog.client.TlsOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The certificates and key of TLS options, read and checked once. Immutable. */
public final class TlsMaterial {
  private static final String CA = "CA certificate";
  private static final String CLIENT = "client certificate";
  private static final String KEY = "client key";

  private final TlsOptions options;
  private final @Nullable KeyStore trusted;
  private final @Nullable KeyStore own;
  private final char[] storePassword;

  private TlsMaterial(TlsOptions options) throws GeneralSecurityException, IOException {
    this.options = options;
    this.storePassword = randomPassword();
    this.trusted = options.caCertificates().isEmpty() ? null : trusted(options);
    this.own = options.clientCertificate().isEmpty() ? null : own(options, storePassword);
  }

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException naming the file and what is wrong with it
   */
  public static TlsMaterial load(TlsOptions options) {
    try {
      return new TlsMaterial(options);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "tls: the certificates cannot be used: " + e.getClass().getSimpleName(), e);
    }
  }

  private static char[] randomPassword() {
    byte[] random = new byte[18];
    new SecureRandom().nextBytes(random);
    return Base64.getEncoder().encodeToString(random).toCharArray();
  }

  private static KeyStore trusted(TlsOptions options) throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    List<X509Certificate> all = PemFiles.certificates(CA, options.caCertificates().orElseThrow());
    for (int i = 0; i < all.size(); i++) {
      store.setCertificateEntry("ca-" + i, all.get(i));
    }
    return store;
  }

  private static KeyStore own(TlsOptions options, char[] password)
      throws GeneralSecurityException, IOException {
    Path certificateFile = options.clientCertificate().orElseThrow();
    Path keyFile = options.clientKey().orElseThrow();
    List<X509Certificate> chain = PemFiles.certificates(CLIENT, certificateFile);
    requireValid(chain.get(0), certificateFile);
    PrivateKey key = PemFiles.key(KEY, keyFile);
    requirePair(chain.get(0), key, certificateFile, keyFile);
    KeyStore store = emptyStore();
    store.setKeyEntry("client", key, password, chain.toArray(X509Certificate[]::new));
    return store;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static void requireValid(X509Certificate certificate, Path file) {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      throw new IllegalArgumentException(
          "tls: the client certificate '"
              + file
              + "' is valid from "
              + certificate.getNotBefore().toInstant()
              + " to "
              + certificate.getNotAfter().toInstant()
              + " only",
          e);
    }
  }

  private static void requirePair(
      X509Certificate certificate, PrivateKey key, Path certificateFile, Path keyFile) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update((byte) 1);
      if (signature.verify(signed)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      throw noPair(certificateFile, keyFile, e);
    }
    throw noPair(certificateFile, keyFile, null);
  }

  private static IllegalArgumentException noPair(
      Path certificateFile, Path keyFile, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "tls: the client key '"
            + keyFile
            + "' does not belong to the client certificate '"
            + certificateFile
            + "'",
        cause);
  }

  /** The options that this was read for. */
  public TlsOptions options() {
    return options;
  }

  /** Who decides about servers' certificates. */
  public TrustManager[] trustManagers() {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM cannot check certificates", e);
    }
  }

  /** Who shows this client's certificate; none without one. */
  public KeyManager[] keyManagers() {
    if (own == null) {
      return new KeyManager[0];
    }
    try {
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(own, storePassword);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM cannot use the client certificate", e);
    }
  }

  /** For clients that take a whole context. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), trustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM offers no TLS", e);
    }
  }

  /** The trusted certificates as a store without a secret; empty: those of the JVM. */
  public Optional<KeyStore> trustStore() {
    return Optional.ofNullable(trusted);
  }

  /** Certificate and key of this client; opened with {@link #storePassword()}. */
  public Optional<KeyStore> clientStore() {
    return Optional.ofNullable(own);
  }

  /** A random password, new in each process, for stores that are written down for a moment. */
  public char[] storePassword() {
    return storePassword.clone();
  }

  @Override
  public String toString() {
    return options.toString();
  }
}
