package io.dorischangelog.testserver.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a payload's basic types; whatever does not fit is a {@link MalformedPacketException}. */
final class PayloadReader {
  private final byte[] payload;
  private int position;

  PayloadReader(byte[] payload) {
    this.payload = payload;
  }

  int int1() throws MalformedPacketException {
    need(1);
    return payload[position++] & 0xff;
  }

  long int4() throws MalformedPacketException {
    return fixed(4);
  }

  private long fixed(int bytes) throws MalformedPacketException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) int1() << (8 * i);
    }
    return value;
  }

  long lengthEncoded() throws MalformedPacketException {
    int first = int1();
    return switch (first) {
      case 0xfc -> fixed(2);
      case 0xfd -> fixed(3);
      case 0xfe -> fixed(8);
      case 0xfb, 0xff -> throw new MalformedPacketException("no length begins with " + first);
      default -> first;
    };
  }

  void skip(int bytes) throws MalformedPacketException {
    need(bytes);
    position += bytes;
  }

  byte[] raw(long bytes) throws MalformedPacketException {
    need(bytes);
    position += (int) bytes;
    return Arrays.copyOfRange(payload, position - (int) bytes, position);
  }

  String terminated() throws MalformedPacketException {
    int end = position;
    while (end < payload.length && payload[end] != 0) {
      end++;
    }
    if (end == payload.length) {
      throw new MalformedPacketException("text without its end");
    }
    String text = new String(payload, position, end - position, StandardCharsets.UTF_8);
    position = end + 1;
    return text;
  }

  /** All bytes that are left, as text. */
  String rest() {
    String text = new String(payload, position, payload.length - position, StandardCharsets.UTF_8);
    position = payload.length;
    return text;
  }

  byte[] restBytes() {
    byte[] bytes = Arrays.copyOfRange(payload, position, payload.length);
    position = payload.length;
    return bytes;
  }

  boolean atEnd() {
    return position >= payload.length;
  }

  private void need(long bytes) throws MalformedPacketException {
    if (bytes < 0 || payload.length - position < bytes) {
      throw new MalformedPacketException("packet too short");
    }
  }
}
