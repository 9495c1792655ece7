package io.dorischangelog.testserver.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The random challenge of a hand-shake and the answers that the two password plug-ins give to it.
 */
final class Scramble {
  static final int LENGTH = 20;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] challenge;

  private Scramble(byte[] challenge) {
    this.challenge = challenge;
  }

  /** A new challenge, of printable characters as MySQL sends them. */
  static Scramble random() {
    byte[] bytes = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      bytes[i] = (byte) (33 + RANDOM.nextInt(94));
    }
    return new Scramble(bytes);
  }

  byte[] bytes(int from, int to) {
    return Arrays.copyOfRange(challenge, from, to);
  }

  /**
   * Whether an answer proves the password.
   *
   * @param answer empty for an empty password; one zero byte counts as empty too, because drivers
   *     send it with caching_sha2_password
   */
  boolean accepts(String plugin, String password, byte[] answer) {
    boolean emptyAnswer = answer.length == 0 || (answer.length == 1 && answer[0] == 0);
    if (password.isEmpty() || emptyAnswer) {
      return password.isEmpty() && emptyAnswer;
    }
    byte[] due = plugin.equals("caching_sha2_password") ? sha2(password) : nativePassword(password);
    return MessageDigest.isEqual(due, answer);
  }

  /** SHA1(p) xor SHA1(challenge, SHA1(SHA1(p))). */
  private byte[] nativePassword(String password) {
    MessageDigest sha1 = digest("SHA-1");
    byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
    byte[] twice = sha1.digest(once);
    sha1.update(challenge);
    return xor(once, sha1.digest(twice));
  }

  /** SHA256(p) xor SHA256(SHA256(SHA256(p)), challenge). */
  private byte[] sha2(String password) {
    MessageDigest sha256 = digest("SHA-256");
    byte[] once = sha256.digest(password.getBytes(StandardCharsets.UTF_8));
    byte[] twice = sha256.digest(once);
    sha256.update(twice);
    return xor(once, sha256.digest(challenge));
  }

  private static byte[] xor(byte[] left, byte[] right) {
    byte[] result = new byte[left.length];
    for (int i = 0; i < left.length; i++) {
      result[i] = (byte) (left[i] ^ right[i]);
    }
    return result;
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + algorithm, e);
    }
  }
}
