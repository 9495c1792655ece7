package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType.Family;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The order of key values that travel in a shape whose own order is another one. */
public final class KeyOrder {

  private static final long UNSIGNED_INT = 0xFFFF_FFFFL;

  private KeyOrder() {}

  /** Compares two numbers on the wire: those of IPV4 are the bits of addresses. */
  public static int compareNumbers(long a, long b, Family family) {
    return family == Family.IPV4
        ? Long.compare(a & UNSIGNED_INT, b & UNSIGNED_INT)
        : Long.compare(a, b);
  }

  /** Compares two texts on the wire, of numbers and addresses by what they mean. */
  public static int compareTexts(byte[] a, byte[] b, Family family) {
    return switch (family) {
      case LARGEINT -> number(a).compareTo(number(b));
      case IPV4 ->
          Arrays.compareUnsigned(
              Addresses.ipv4Text(text(a)).getAddress(), Addresses.ipv4Text(text(b)).getAddress());
      case IPV6 ->
          Arrays.compareUnsigned(
              Addresses.ipv6Text(text(a)).getAddress(), Addresses.ipv6Text(text(b)).getAddress());
      default -> Arrays.compareUnsigned(a, b);
    };
  }

  /** Compares two byte strings on the wire: LARGEINT begins with its lowest byte. */
  public static int compareBytes(byte[] a, byte[] b, Family family) {
    return family == Family.LARGEINT
        ? LittleEndian.integer(a).compareTo(LittleEndian.integer(b))
        : Arrays.compareUnsigned(a, b);
  }

  private static BigInteger number(byte[] sent) {
    return new BigInteger(text(sent));
  }

  private static String text(byte[] sent) {
    return new String(sent, StandardCharsets.US_ASCII);
  }
}
