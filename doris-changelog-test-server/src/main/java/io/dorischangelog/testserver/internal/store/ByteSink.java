package io.dorischangelog.testserver.internal.store;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing byte buffer with the primitive encodings of row images and keys. One thread. */
final class ByteSink {
  private byte[] bytes = new byte[64];
  private int size;

  void reset() {
    size = 0;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  void put(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /** Seven bits a byte, low ones first. */
  void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      put((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    put((int) rest);
  }

  /** Small for small values of either sign. */
  void putSigned(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }

  /** Eight bytes, high ones first. */
  void putFixed(long value, int width) {
    for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
      put((int) (value >>> shift));
    }
  }

  void putBlock(byte[] block) {
    putVarint(block.length);
    putRaw(block);
  }

  void putText(String text) {
    putBlock(text.getBytes(StandardCharsets.UTF_8));
  }

  void putInteger(BigInteger value) {
    putBlock(value.toByteArray());
  }

  void putRaw(byte[] block) {
    ensure(block.length);
    System.arraycopy(block, 0, bytes, size, block.length);
    size += block.length;
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
