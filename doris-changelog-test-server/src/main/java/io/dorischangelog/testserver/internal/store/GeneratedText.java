package io.dorischangelog.testserver.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.function.LongUnaryOperator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Generated text of up to twelve characters; as a key the padded row number.
 *
 * @param bits 64 bits for a row
 * @param maxBytes longest text
 * @param key whether the text is the row number
 */
record GeneratedText(LongUnaryOperator bits, int maxBytes, boolean key) implements GeneratedColumn {
  private static final byte[] ALPHABET =
      "abcdefghijklmnopqrstuvwxyz012345".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY_DIGITS = 12;

  @Override
  public Object value(long row) {
    byte[] buffer = new byte[KEY_DIGITS];
    return new String(buffer, 0, write(buffer, row), StandardCharsets.US_ASCII);
  }

  private int write(byte[] buffer, long row) {
    if (key) {
      long rest = row;
      for (int i = KEY_DIGITS - 1; i >= 0; i--) {
        buffer[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      return KEY_DIGITS;
    }
    long rest = bits.applyAsLong(row);
    int length = Math.min(8 + (int) (rest >>> 62), maxBytes);
    for (int i = 0; i < length; i++) {
      buffer[i] = ALPHABET[(int) (rest & 31)];
      rest >>>= 5;
    }
    return length;
  }

  @Override
  public boolean fits(FieldVector vector) {
    return vector instanceof VarCharVector;
  }

  @Override
  public void fill(FieldVector vector, long firstRow, int count) {
    VarCharVector texts = (VarCharVector) vector;
    byte[] buffer = new byte[KEY_DIGITS];
    for (int i = 0; i < count; i++) {
      texts.setSafe(i, buffer, 0, write(buffer, firstRow + i));
    }
  }
}
