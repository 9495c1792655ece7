package io.dorischangelog.testserver.internal.wire;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few ASN.1 values, in DER, that a certificate is made of. */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] value(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(tag);
    length(whole, content.size());
    whole.writeBytes(content.toByteArray());
    return whole.toByteArray();
  }

  private static void length(ByteArrayOutputStream out, int length) {
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >>> 8);
      out.write(length);
    }
  }

  static byte[] sequence(byte[]... parts) {
    return value(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return value(0x31, parts);
  }

  static byte[] integer(BigInteger number) {
    return value(0x02, number.toByteArray());
  }

  static byte[] bool(boolean truth) {
    return value(0x01, new byte[] {(byte) (truth ? 0xff : 0)});
  }

  static byte[] text(String text) {
    return value(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant instant) {
    return value(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] octets(byte[] content) {
    return value(0x04, content);
  }

  static byte[] bits(byte[] content) {
    return value(0x03, new byte[1], content);
  }

  /** An object identifier whose numbers fit in one or two bytes of seven bits. */
  static byte[] oid(int first, int second, int... rest) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.write(40 * first + second);
    for (int number : rest) {
      if (number >= 1 << 14) {
        content.write(0x80 | (number >>> 14));
      }
      if (number >= 1 << 7) {
        content.write(0x80 | ((number >>> 7) & 0x7f));
      }
      content.write(number & 0x7f);
    }
    return value(0x06, content.toByteArray());
  }
}
