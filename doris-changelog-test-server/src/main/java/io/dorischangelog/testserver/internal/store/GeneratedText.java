package io.dorischangelog.testserver.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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
record GeneratedText(LongSequence bits, int maxBytes, boolean key) implements GeneratedColumn {
  private static final byte[] ALPHABET =
      "abcdefghijklmnopqrstuvwxyz012345".getBytes(StandardCharsets.US_ASCII);

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Digits of a row number that is a key; also the longest text. */
  static final int KEY_DIGITS = 12;

  @Override
  public Object value(long row) {
    byte[] buffer = new byte[KEY_DIGITS];
    int end = key ? writeKey(buffer, 0, row) : writeText(buffer, 0, bits.at(row));
    return new String(buffer, 0, end, StandardCharsets.US_ASCII);
  }

  /** Writes a row's number and answers its end. */
  private static int writeKey(byte[] buffer, int from, long row) {
    long rest = row;
    for (int i = from + KEY_DIGITS - 1; i >= from; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return from + KEY_DIGITS;
  }

  /** Writes a text that follows from 64 bits and answers its end. */
  private int writeText(byte[] buffer, int from, long random) {
    long rest = random;
    int end = from + Math.min(8 + (int) (rest >>> 62), maxBytes);
    int start = from;
    if (end - from >= Long.BYTES) {
      EIGHT_BYTES.set(buffer, from, eightLetters(rest));
      rest >>>= 40;
      start += Long.BYTES;
    }
    for (int i = start; i < end; i++) {
      buffer[i] = ALPHABET[(int) (rest & 31)];
      rest >>>= 5;
    }
    return end;
  }

  /** The letters of eight times five bits at once; each is in a byte of its own all the way. */
  private static long eightLetters(long random) {
    long spread = (random & 0xFFFFFL) | ((random & 0xFFFFF00000L) << 12);
    spread = (spread & 0x000003FF000003FFL) | ((spread & 0x000FFC00000FFC00L) << 6);
    spread = (spread & 0x001F001F001F001FL) | ((spread & 0x03E003E003E003E0L) << 3);
    long digits = ((spread + 0x6666666666666666L) & 0x8080808080808080L) >>> 7; // from 26 up
    return spread + 0x6161616161616161L - digits * ('a' + 26 - '0');
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
    int[] ends = key ? keys(block, firstRow, count) : texts(block, firstRow, count);
    ArrowBuf offsets = texts.getOffsetBuffer();
    offsets
        .nioBuffer(0, (count + 1) * Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .put(ends);
    int end = ends[count];
    texts.getDataBuffer().setBytes(0, block, 0, end);
    texts.getValidityBuffer().setOne(0L, (count + 7L) / 8);
    texts.setLastSet(count - 1);
  }

  /** Answers where each key ends, behind a 0. */
  private static int[] keys(byte[] block, long firstRow, int count) {
    int[] ends = new int[count + 1];
    for (int i = 0; i < count; i++) {
      ends[i + 1] = writeKey(block, ends[i], firstRow + i);
    }
    return ends;
  }

  private int[] texts(byte[] block, long firstRow, int count) {
    long[] random = new long[Math.min(GeneratedNumber.BLOCK, count)];
    int[] ends = new int[count + 1];
    for (int done = 0; done < count; done += random.length) {
      int rows = Math.min(random.length, count - done);
      bits.fill(random, firstRow + done, rows);
      for (int i = 0; i < rows; i++) {
        ends[done + i + 1] = writeText(block, ends[done + i], random[i]);
      }
    }
    return ends;
  }
}
