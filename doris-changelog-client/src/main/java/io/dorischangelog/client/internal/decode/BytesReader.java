package io.dorischangelog.client.internal.decode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Texts and bytes of any length. Texts are UTF-8; anything else is refused, never replaced. */
final class BytesReader extends ColumnReader {

  private static final char REPLACEMENT = '\uFFFD';
  private static final int FIRST_SCRATCH = 256;
  private static final int MOST_AT_ONCE = 64 << 10;
  private static final byte[] NOTHING = {};

  private final boolean text;
  private final boolean wideOffsets;
  private final long offsets;
  private final long data;
  private final long dataLength;

  /** A stretch of the data on the heap; reused, so that a text costs its string only. */
  private byte[] scratch = NOTHING;

  /** Where the stretch begins, and how long it is. */
  private long copiedFrom;

  private int copied;

  BytesReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    this.text =
        switch (column.type().family()) {
          case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> false;
          default -> true;
        };
    this.wideOffsets = vector instanceof BaseLargeVariableWidthVector;
    long offsetBytes = valueCount == 0 ? 0 : (valueCount + 1L) * (wideOffsets ? 8 : 4);
    this.offsets = address(vector.getOffsetBuffer(), offsetBytes);
    this.dataLength = vector.getDataBuffer().capacity();
    this.data = address(vector.getDataBuffer(), dataLength);
  }

  @Override
  int byteLength(int row) {
    requireValue(row);
    try {
      return length(row);
    } catch (BadCell e) {
      throw e.inRow(row);
    }
  }

  @Override
  int copyBytes(int row, byte[] target, int offset) {
    int length = byteLength(row);
    if (offset < 0 || length > target.length - offset) {
      throw new IndexOutOfBoundsException(
          length + " bytes do not fit into " + target.length + " from index " + offset + " on");
    }
    MemoryUtil.copyFromMemory(data + offset(row), target, offset, length);
    return length;
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    long start = offset(first);
    long length = offset(first + rows.length) - start;
    if (text
        && start >= 0
        && length > 0
        && length <= MOST_AT_ONCE
        && length <= dataLength - start) {
      copy(start, (int) length); // One copy for all of them; each value is checked all the same.
    }
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    int length = length(row);
    return text ? text(row, length) : bytes(row, length);
  }

  private byte[] bytes(int row, int length) {
    byte[] bytes = new byte[length];
    MemoryUtil.copyFromMemory(data + offset(row), bytes, 0, length);
    return bytes;
  }

  private String text(int row, int length) {
    long start = offset(row);
    if (start < copiedFrom || start + length > copiedFrom + copied) {
      copy(start, length);
    }
    int at = (int) (start - copiedFrom);
    String decoded = new String(scratch, at, length, StandardCharsets.UTF_8);
    // The quick decoder replaces what is malformed. A text without the replacement character was
    // well formed; one with it may have been sent that way.
    if (decoded.indexOf(REPLACEMENT) >= 0) {
      requireUtf8(at, length);
    }
    return decoded;
  }

  private void copy(long start, int length) {
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, Math.max(FIRST_SCRATCH, scratch.length * 2))];
    }
    MemoryUtil.copyFromMemory(data + start, scratch, 0, length);
    copiedFrom = start;
    copied = length;
  }

  private void requireUtf8(int at, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(scratch, at, length));
    } catch (CharacterCodingException e) {
      throw column.bad("its bytes are not UTF-8", e);
    }
  }

  private int length(int row) {
    long start = offset(row);
    long length = offset(row + 1) - start;
    if (start < 0 || length < 0 || length > dataLength - start || length > Integer.MAX_VALUE) {
      throw column.bad("the server sent " + length + " bytes at " + start + " of " + dataLength);
    }
    return (int) length;
  }

  private long offset(int index) {
    return wideOffsets
        ? MemoryUtil.getLong(offsets + ((long) index << 3))
        : MemoryUtil.getInt(offsets + ((long) index << 2));
  }
}
