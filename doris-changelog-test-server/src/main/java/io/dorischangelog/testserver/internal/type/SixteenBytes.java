package io.dorischangelog.testserver.internal.type;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/** Values that travel as 16 bytes. */
final class SixteenBytes {
  private static final int WIDTH = 16;

  private SixteenBytes() {}

  /** A {@link BigInteger} of 128 bits with sign, the lowest byte first. */
  static byte[] lowestFirst(Object value) {
    byte[] highestFirst = ((BigInteger) value).toByteArray();
    byte[] bytes = new byte[WIDTH];
    Arrays.fill(bytes, (byte) (highestFirst[0] < 0 ? -1 : 0));
    for (int i = 0; i < highestFirst.length; i++) {
      bytes[i] = highestFirst[highestFirst.length - 1 - i];
    }
    return bytes;
  }

  /** A {@link UUID}, the highest byte first. */
  static byte[] ofUuid(Object value) {
    UUID uuid = (UUID) value;
    return ByteBuffer.allocate(WIDTH)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
