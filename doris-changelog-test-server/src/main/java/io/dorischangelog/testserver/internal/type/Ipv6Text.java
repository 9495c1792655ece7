package io.dorischangelog.testserver.internal.type;

import java.math.BigInteger;

/**
 * Prints IPv6 addresses the way Doris does: lower case, the longest run of zero groups shortened,
 * and the last four bytes dotted where an IPv4 address is embedded.
 */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  /**
   * Prints one address.
   *
   * @param value a {@link BigInteger} from 0 to 2^128-1
   */
  static String print(Object value) {
    int[] groups = groups((BigInteger) value);
    int start = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int run = zerosAt(groups, i);
      if (run > length) {
        start = i;
        length = run;
      }
    }
    if (length < 2) {
      return join(groups, 0, GROUPS);
    }
    if (start == 0 && (length == 6 || (length == 5 && groups[5] == 0xffff))) {
      return "::" + (length == 5 ? "ffff:" : "") + dotted(groups[6]) + "." + dotted(groups[7]);
    }
    return join(groups, 0, start) + "::" + join(groups, start + length, GROUPS);
  }

  private static int[] groups(BigInteger address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = address.shiftRight(16 * (GROUPS - 1 - i)).intValue() & 0xffff;
    }
    return groups;
  }

  private static int zerosAt(int[] groups, int from) {
    int end = from;
    while (end < GROUPS && groups[end] == 0) {
      end++;
    }
    return end - from;
  }

  private static String dotted(int group) {
    return (group >> 8) + "." + (group & 0xff);
  }

  private static String join(int[] groups, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}
