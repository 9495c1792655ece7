package io.dorischangelog.testserver.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds a payload from the protocol's basic types; integers have their low byte first. */
final class PayloadWriter {
  private byte[] buffer = new byte[256];
  private int length;

  /** The storage; only the first {@link #length()} bytes count. */
  byte[] bytes() {
    return buffer;
  }

  int length() {
    return length;
  }

  PayloadWriter int1(int value) {
    room(1);
    buffer[length++] = (byte) value;
    return this;
  }

  PayloadWriter int2(int value) {
    return fixed(value, 2);
  }

  PayloadWriter int4(long value) {
    return fixed(value, 4);
  }

  private PayloadWriter fixed(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      int1((int) (value >>> (8 * i)));
    }
    return this;
  }

  PayloadWriter lengthEncoded(long value) {
    if (value < 251) {
      return int1((int) value);
    }
    if (value < 1 << 16) {
      return int1(0xfc).fixed(value, 2);
    }
    if (value < 1 << 24) {
      return int1(0xfd).fixed(value, 3);
    }
    return int1(0xfe).fixed(value, 8);
  }

  PayloadWriter lengthEncoded(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return lengthEncoded(utf8.length).raw(utf8);
  }

  PayloadWriter terminated(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8)).int1(0);
  }

  PayloadWriter rest(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  PayloadWriter raw(byte... bytes) {
    room(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
    return this;
  }

  PayloadWriter zeros(int count) {
    return raw(new byte[count]);
  }

  private void room(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
    }
  }
}
