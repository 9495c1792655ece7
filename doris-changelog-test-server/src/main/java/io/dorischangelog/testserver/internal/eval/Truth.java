package io.dorischangelog.testserver.internal.eval;

import java.math.BigDecimal;

/** What counts as true. */
final class Truth {
  private Truth() {}

  static boolean of(Object value) {
    if (value instanceof Boolean b) {
      return b;
    } else if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    String text = value.toString().trim();
    if (text.equalsIgnoreCase("true")) {
      return true;
    } else if (text.equalsIgnoreCase("false") || text.isEmpty()) {
      return false;
    }
    try {
      return new BigDecimal(text).signum() != 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
