package io.dorischangelog.testserver.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.function.LongUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
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

  /** Digits of a row number that is a key; also the longest text. */
  static final int KEY_DIGITS = 12;

  @Override
  public Object value(long row) {
    byte[] buffer = new byte[KEY_DIGITS];
    return new String(buffer, 0, write(buffer, 0, row), StandardCharsets.US_ASCII);
  }

  /** Writes the text of a row and answers its end. */
  private int write(byte[] buffer, int from, long row) {
    if (key) {
      long rest = row;
      for (int i = from + KEY_DIGITS - 1; i >= from; i--) {
        buffer[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      return from + KEY_DIGITS;
    }
    long rest = bits.applyAsLong(row);
    int end = from + Math.min(8 + (int) (rest >>> 62), maxBytes);
    for (int i = from; i < end; i++) {
      buffer[i] = ALPHABET[(int) (rest & 31)];
      rest >>>= 5;
    }
    return end;
  }

  @Override
  public boolean fits(FieldVector vector) {
    return vector instanceof VarCharVector;
  }

  /** Writes all texts behind each other, then their ends. */
  @Override
  public void fill(FieldVector vector, long firstRow, int count) {
    VarCharVector texts = (VarCharVector) vector;
    byte[] block = new byte[count * KEY_DIGITS];
    while (texts.getValueCapacity() < count || texts.getDataBuffer().capacity() < block.length) {
      texts.reAlloc();
    }
    ArrowBuf offsets = texts.getOffsetBuffer();
    int end = 0;
    for (int i = 0; i < count; i++) {
      end = write(block, end, firstRow + i);
      offsets.setInt((i + 1L) * Integer.BYTES, end);
    }
    texts.getDataBuffer().setBytes(0, block, 0, end);
    texts.getValidityBuffer().setOne(0L, (count + 7L) / 8);
    texts.setLastSet(count - 1);
  }
}
