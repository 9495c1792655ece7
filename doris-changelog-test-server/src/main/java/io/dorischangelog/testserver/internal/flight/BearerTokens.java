package io.dorischangelog.testserver.internal.flight;

import java.math.BigInteger;
import java.security.SecureRandom;

/** Tokens as Doris makes them: 130 random bits in the digits {@code 0-9a-v}. */
final class BearerTokens {
  private static final int BITS = 130;
  private static final int BASE = 32;

  private final SecureRandom random = new SecureRandom();

  String next() {
    return new BigInteger(BITS, random).toString(BASE);
  }

  /** What messages may show of a token. */
  static String masked(String token) {
    return token.substring(0, Math.min(4, token.length())) + "***";
  }
}
