package io.dorischangelog.client.internal.decode;

import java.math.BigInteger;
import org.apache.arrow.memory.util.MemoryUtil;

/** Integers wider than a long, lowest byte first. */
final class LittleEndian {

  private LittleEndian() {}

  /** The number with sign of {@code width} bytes from an address on. */
  static BigInteger integer(long address, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[width - 1 - i] = MemoryUtil.getByte(address + i);
    }
    return new BigInteger(bytes);
  }

  /** The number with sign of all bytes. */
  static BigInteger integer(byte[] lowestFirst) {
    byte[] bytes = new byte[lowestFirst.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[bytes.length - 1 - i] = lowestFirst[i];
    }
    return new BigInteger(bytes);
  }
}
