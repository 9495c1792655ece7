package io.dorischangelog.client.internal.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads PEM files; what is wrong with one is said with its path, never with its content. */
final class PemFiles {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");
  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----");
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private PemFiles() {}

  /**
   * All certificates of a file.
   *
   * @param what the setting, for errors
   * @throws IllegalArgumentException if the file cannot be read or holds none
   */
  static List<X509Certificate> certificates(String what, Path file) {
    byte[] content = content(what, file);
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content))
              .stream()
              .map(PemFiles::x509)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException e) {
      throw wrong(what, file, "holds no readable certificate (BEGIN CERTIFICATE in PEM)", e);
    }
    throw wrong(what, file, "holds no certificate (BEGIN CERTIFICATE in PEM)", null);
  }

  private static X509Certificate x509(Certificate certificate) {
    return (X509Certificate) certificate;
  }

  /**
   * The private key of a file.
   *
   * @throws IllegalArgumentException if the file cannot be read or holds none in PKCS 8
   */
  static PrivateKey key(String what, Path file) {
    String text = new String(content(what, file), StandardCharsets.US_ASCII);
    Matcher pkcs8 = PKCS8.matcher(text);
    if (!pkcs8.find()) {
      Matcher other = OTHER_KEY.matcher(text);
      throw wrong(what, file, other.find() ? otherForm(other.group(1)) : "holds no key", null);
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(pkcs8.group(1));
      return decode(encoded);
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      // The cause is left out: its text could repeat what is in the file.
      throw wrong(what, file, "holds a key that cannot be read (RSA, EC or EdDSA in PKCS 8)", null);
    }
  }

  private static String otherForm(String kind) {
    return kind.startsWith("ENCRYPTED")
        ? "holds a key with a password; take it off with 'openssl pkcs8 -in KEY -out NEW'"
        : "holds a key that is not in PKCS 8; convert it with"
            + " 'openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW'";
  }

  private static PrivateKey decode(byte[] encoded) throws GeneralSecurityException {
    GeneralSecurityException last = new GeneralSecurityException("no algorithm");
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (GeneralSecurityException e) {
        last = e;
      }
    }
    throw last;
  }

  private static byte[] content(String what, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw wrong(what, file, "does not exist", e);
    } catch (IOException e) {
      throw wrong(what, file, "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private static IllegalArgumentException wrong(
      String what, Path file, String why, @Nullable Throwable cause) {
    return new IllegalArgumentException("tls: the " + what + " '" + file + "' " + why, cause);
  }
}
