package io.dorischangelog.client.internal.decode;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** IP addresses, made of bytes only: nothing here can end in a name look-up. */
final class Addresses {

  private static final int IPV6_BYTES = 16;
  private static final int HEX = 16;
  private static final int MAX_GROUP_CHARS = 4;
  private static final int OCTETS = 4;
  private static final int MAX_OCTET = 255;
  private static final long MAX_IPV4 = 0xFFFF_FFFFL;

  private Addresses() {}

  /** The address whose 32 bits a number holds, with or without sign. */
  static Inet4Address ipv4(Object sent) {
    long number = ((Number) sent).longValue();
    if (number < Integer.MIN_VALUE || number > MAX_IPV4) {
      throw new IllegalArgumentException("more than 32 bits");
    }
    return ipv4((int) number);
  }

  private static Inet4Address ipv4(int bits) {
    try {
      return (Inet4Address)
          InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(bits).array());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 bytes are always an address", e);
    }
  }

  /** Four numbers with dots. */
  static Inet4Address ipv4Text(Object sent) {
    return ipv4(dotted((String) sent));
  }

  /** Groups with colons, {@code ::} once, perhaps a dotted tail; always an address of 16 bytes. */
  static Inet6Address ipv6Text(Object sent) {
    byte[] bytes = ipv6Bytes((String) sent);
    try {
      // The general factory would turn ::ffff:a.b.c.d into an IPv4 address.
      return Inet6Address.getByAddress(null, bytes, -1);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are always an address", e);
    }
  }

  private static byte[] ipv6Bytes(String text) {
    int gap = text.indexOf("::");
    ByteBuffer head = groups(gap < 0 ? text : text.substring(0, gap));
    ByteBuffer tail = groups(gap < 0 ? "" : text.substring(gap + 2));
    int length = head.position() + tail.position();
    if (gap < 0 ? length < IPV6_BYTES : length >= IPV6_BYTES) {
      throw new IllegalArgumentException("not eight groups");
    }
    byte[] bytes = new byte[IPV6_BYTES];
    head.get(0, bytes, 0, head.position());
    tail.get(0, bytes, IPV6_BYTES - tail.position(), tail.position());
    return bytes;
  }

  /** Reads groups into the front of 16 bytes. */
  private static ByteBuffer groups(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(IPV6_BYTES);
    String[] parts = text.isEmpty() ? new String[0] : text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean dotted = i == parts.length - 1 && parts[i].indexOf('.') >= 0;
      if (bytes.remaining() < (dotted ? Integer.BYTES : Short.BYTES)) {
        throw new IllegalArgumentException("more than eight groups");
      }
      if (dotted) {
        bytes.putInt(dotted(parts[i]));
      } else {
        bytes.putShort((short) number(parts[i], HEX, MAX_GROUP_CHARS));
      }
    }
    return bytes;
  }

  private static int dotted(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != OCTETS) {
      throw new IllegalArgumentException("not four numbers with dots");
    }
    int bits = 0;
    for (String part : parts) {
      int octet = number(part, 10, 3);
      if (octet > MAX_OCTET) {
        throw new IllegalArgumentException(part + " is above 255");
      }
      bits = bits << Byte.SIZE | octet;
    }
    return bits;
  }

  private static int number(String text, int radix, int maxChars) {
    if (text.isEmpty() || text.length() > maxChars || Character.digit(text.charAt(0), radix) < 0) {
      throw new IllegalArgumentException("'" + text + "' is no part of an address");
    }
    return Integer.parseInt(text, radix);
  }
}
