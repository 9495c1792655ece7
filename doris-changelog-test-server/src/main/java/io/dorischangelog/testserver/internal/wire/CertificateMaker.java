package io.dorischangelog.testserver.internal.wire;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** An authority that signs certificates for tests. */
public final class CertificateMaker {
  private static final String AUTHORITY = "Doris stand-in test authority";
  private static final Duration SLACK = Duration.ofHours(1);
  private static final Duration VALIDITY = Duration.ofDays(1);
  private static final byte[] SHA256_WITH_RSA =
      Der.sequence(Der.oid(1, 2, 840, 113549, 1, 1, 11), Der.value(0x05));

  private final SecureRandom random = new SecureRandom();
  private final KeyPair authority = newKeys();
  private final byte[] names;
  private final Instant validFrom;
  private final Instant validUntil;

  /** Signs for this machine's loopback names, from an hour ago for a day. */
  public CertificateMaker() {
    this(
        Der.sequence(
            Der.value(0x82, "localhost".getBytes(StandardCharsets.US_ASCII)),
            Der.value(0x87, new byte[] {127, 0, 0, 1})),
        Instant.now().minus(SLACK),
        Instant.now().plus(VALIDITY));
  }

  private CertificateMaker(byte[] names, Instant validFrom, Instant validUntil) {
    this.names = names;
    this.validFrom = validFrom;
    this.validUntil = validUntil;
  }

  /** Signs for one host name only. */
  public static CertificateMaker forHost(String host) {
    return new CertificateMaker(
        Der.sequence(Der.value(0x82, host.getBytes(StandardCharsets.US_ASCII))),
        Instant.now().minus(SLACK),
        Instant.now().plus(VALIDITY));
  }

  /** Signs what was valid until an hour ago. */
  public CertificateMaker expired() {
    Instant end = Instant.now().minus(SLACK);
    return new CertificateMaker(names, end.minus(VALIDITY), end);
  }

  /** Writes the authority's certificate. */
  public void writeAuthority(Path certificate) throws IOException {
    byte[] basicConstraints = extension(Der.oid(2, 5, 29, 19), true, Der.sequence(Der.bool(true)));
    write(
        certificate,
        "CERTIFICATE",
        certificate(AUTHORITY, authority.getPublic(), Der.sequence(basicConstraints)));
  }

  /** Writes a new key and its certificate, good for the names of this maker. */
  public void writeSigned(String name, Path certificate, Path key) throws IOException {
    KeyPair keys = newKeys();
    byte[] alternativeNames = extension(Der.oid(2, 5, 29, 17), false, names);
    write(
        certificate,
        "CERTIFICATE",
        certificate(name, keys.getPublic(), Der.sequence(alternativeNames)));
    write(key, "PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java makes RSA keys", e);
    }
  }

  private byte[] certificate(String subject, PublicKey key, byte[] extensions) {
    byte[] toBeSigned =
        Der.sequence(
            Der.value(0xa0, Der.integer(BigInteger.TWO)),
            Der.integer(new BigInteger(63, random).setBit(62)),
            SHA256_WITH_RSA,
            name(AUTHORITY),
            Der.sequence(Der.time(validFrom), Der.time(validUntil)),
            name(subject),
            key.getEncoded(),
            Der.value(0xa3, extensions));
    return Der.sequence(toBeSigned, SHA256_WITH_RSA, Der.bits(sign(toBeSigned)));
  }

  private static byte[] name(String commonName) {
    return Der.sequence(Der.set(Der.sequence(Der.oid(2, 5, 4, 3), Der.text(commonName))));
  }

  private static byte[] extension(byte[] oid, boolean critical, byte[] content) {
    return critical
        ? Der.sequence(oid, Der.bool(true), Der.octets(content))
        : Der.sequence(oid, Der.octets(content));
  }

  private byte[] sign(byte[] content) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(authority.getPrivate());
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java signs with RSA", e);
    }
  }

  private static void write(Path file, String kind, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
