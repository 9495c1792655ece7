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
}
