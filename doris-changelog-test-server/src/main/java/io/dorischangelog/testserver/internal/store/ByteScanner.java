package io.dorischangelog.testserver.internal.store;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. One thread. */
final class ByteScanner {
  private byte[] bytes = {};
  private int position;

  void reset(byte[] source) {
    bytes = source;
    position = 0;
  }

  int get() {
    return bytes[position++] & 0xff;
  }

  long getVarint() {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = get();
      value |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while (next >= 0x80);
    return value;
  }

  int getCount() {
    return Math.toIntExact(getVarint());
  }

  long getSigned() {
    long value = getVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  long getFixed(int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value = value << 8 | get();
    }
    return value;
  }

  byte[] getBlock() {
    int length = getCount();
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  String getText() {
    int length = getCount();
    position += length;
    return new String(bytes, position - length, length, StandardCharsets.UTF_8);
  }

  BigInteger getInteger() {
    int length = getCount();
    position += length;
    return new BigInteger(bytes, position - length, length);
  }

  void skip(int count) {
    position += count;
  }
}
