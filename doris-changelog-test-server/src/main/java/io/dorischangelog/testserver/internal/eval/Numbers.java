package io.dorischangelog.testserver.internal.eval;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers out of values. */
final class Numbers {
  private Numbers() {}

  /**
   * The exact number.
   *
   * @throws NumberFormatException if the value is no number
   */
  static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    } else if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    } else if (value instanceof Boolean b) {
      return b ? BigDecimal.ONE : BigDecimal.ZERO;
    } else if (value instanceof Float || value instanceof Double) {
      return new BigDecimal(value.toString());
    } else if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    return new BigDecimal(value.toString().trim());
  }

  static double floating(Object value) {
    return value instanceof Number number ? number.doubleValue() : decimal(value).doubleValue();
  }
}
