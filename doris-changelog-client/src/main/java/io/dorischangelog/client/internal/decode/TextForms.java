package io.dorischangelog.client.internal.decode;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.regex.Pattern;

/** Values that some servers send as text: whole numbers of 128 bits, dates and times. */
final class TextForms {

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,39}");
  private static final int LARGEINT_BITS = 128;
  private static final int DATE_CHARS = 10;

  private TextForms() {}

  static BigInteger largeInt(Object sent) {
    String text = (String) sent;
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException("not a whole number");
    }
    return largeInt(new BigInteger(text));
  }

  static BigInteger largeInt(BigInteger number) {
    if (number.bitLength() >= LARGEINT_BITS) {
      throw new IllegalArgumentException("more than 128 bits");
    }
    return number;
  }

  /** {@code yyyy-MM-dd}. */
  static LocalDate date(Object sent) {
    return LocalDate.parse((String) sent);
  }

  /** {@code yyyy-MM-dd HH:mm:ss}, perhaps with a fraction. */
  static LocalDateTime dateTime(Object sent) {
    String text = (String) sent;
    if (text.length() <= DATE_CHARS || text.charAt(DATE_CHARS) != ' ') {
      throw new IllegalArgumentException("not of the form yyyy-MM-dd HH:mm:ss");
    }
    return LocalDateTime.parse(
        text.substring(0, DATE_CHARS) + "T" + text.substring(DATE_CHARS + 1));
  }
}
