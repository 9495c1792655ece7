package io.dorischangelog.client.internal.decode;

import java.math.BigInteger;
import java.util.UUID;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** The types that can travel as 16 bytes: LARGEINT, lowest byte first, and UUID, highest first. */
final class FixedBytesReader extends ColumnReader {

  static final int WIDTH = 16;

  private final boolean uuid;
  private final long data;

  FixedBytesReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    this.uuid = column.type().javaType() == UUID.class;
    this.data = address(vector.getDataBuffer(), (long) valueCount * WIDTH);
  }

  @Override
  Object read(int row) {
    long at = data + (long) row * WIDTH;
    return uuid ? uuid(at) : number(at);
  }

  private static BigInteger number(long at) {
    return LittleEndian.integer(at, WIDTH);
  }

  private static UUID uuid(long at) {
    return new UUID(
        Long.reverseBytes(MemoryUtil.getLong(at)),
        Long.reverseBytes(MemoryUtil.getLong(at + Long.BYTES)));
  }
}
