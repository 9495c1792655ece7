package io.dorischangelog.testserver.internal.type;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of internet addresses; no name is ever looked up. */
final class Addresses {
  private static final DorisType IPV4 = DorisType.of(DorisType.Kind.IPV4);
  private static final DorisType IPV6 = DorisType.of(DorisType.Kind.IPV6);
  private static final Pattern V4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
  private static final int GROUPS = 8;

  private Addresses() {}

  static int parseV4(String text) {
    Matcher match = V4.matcher(text.strip());
    if (!match.matches()) {
      throw CastErrors.invalid(text, IPV4, null);
    }
    int bits = 0;
    for (int i = 1; i <= 4; i++) {
      int part = Integer.parseInt(match.group(i));
      if (part > 255) {
        throw CastErrors.invalid(text, IPV4, null);
      }
      bits = bits << 8 | part;
    }
    return bits;
  }

  static String formatV4(int bits) {
    return (bits >>> 24)
        + "."
        + (bits >>> 16 & 255)
        + "."
        + (bits >>> 8 & 255)
        + "."
        + (bits & 255);
  }

  static BigInteger parseV6(String text) {
    String[] halves = text.strip().split("::", -1);
    if (halves.length > 2) {
      throw CastErrors.invalid(text, IPV6, null);
    }
    List<Integer> groups = groups(halves[0], text);
    if (halves.length == 2) {
      List<Integer> tail = groups(halves[1], text);
      while (groups.size() + tail.size() < GROUPS) {
        groups.add(0);
      }
      groups.addAll(tail);
    }
    if (groups.size() != GROUPS) {
      throw CastErrors.invalid(text, IPV6, null);
    }
    BigInteger bits = BigInteger.ZERO;
    for (int group : groups) {
      bits = bits.shiftLeft(16).or(BigInteger.valueOf(group));
    }
    return bits;
  }

  private static List<Integer> groups(String half, String text) {
    List<Integer> groups = new ArrayList<>();
    if (half.isEmpty()) {
      return groups;
    }
    for (String part : half.split(":", -1)) {
      if (part.contains(".")) {
        int v4 = parseV4(part);
        groups.add(v4 >>> 16);
        groups.add(v4 & 0xffff);
      } else if (part.matches("[0-9a-fA-F]{1,4}")) {
        groups.add(Integer.parseInt(part, 16));
      } else {
        throw CastErrors.invalid(text, IPV6, null);
      }
    }
    return groups;
  }
}
