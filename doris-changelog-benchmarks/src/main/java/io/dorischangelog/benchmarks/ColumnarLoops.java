package io.dorischangelog.benchmarks;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The reference: reads every value of a batch in one tight loop per column, as one would write it
 * by hand for this table. Texts are copied into a buffer that is used again. Its checksum is that
 * of {@link CursorRead} over the same rows.
 */
final class ColumnarLoops implements BatchRead<VectorSchemaRoot> {
  private final byte[] text = new byte[BenchmarkTable.NAME_BYTES];

  @Override
  public long read(VectorSchemaRoot root) {
    int rows = root.getRowCount();
    return longs((BigIntVector) root.getVector(BenchmarkTable.ID), rows)
        + ints((IntVector) root.getVector(BenchmarkTable.K), rows)
        + texts((VarCharVector) root.getVector(BenchmarkTable.NAME), rows)
        + decimals((DecimalVector) root.getVector(BenchmarkTable.AMOUNT), rows)
        + times((TimeStampMicroVector) root.getVector(BenchmarkTable.TS), rows)
        + days((DateDayVector) root.getVector(BenchmarkTable.D), rows)
        + bools((BitVector) root.getVector(BenchmarkTable.FLAG), rows)
        + doubles((Float8Vector) root.getVector(BenchmarkTable.V), rows)
        + longs((BigIntVector) root.getVector(BenchmarkTable.TSO), rows)
        + longs((BigIntVector) root.getVector(BenchmarkTable.LSN), rows)
        + operations((TinyIntVector) root.getVector(BenchmarkTable.OP), rows);
  }

  private static void requireNoNulls(FieldVector vector) {
    if (vector.getNullCount() > 0) {
      throw new IllegalStateException(vector.getName() + " has nulls");
    }
  }

  private static long longs(BigIntVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private static long ints(IntVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private long texts(VarCharVector vector, int rows) {
    requireNoNulls(vector);
    ArrowBuf data = vector.getDataBuffer();
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      int start = vector.getStartOffset(i);
      int length = vector.getEndOffset(i) - start;
      data.getBytes(start, text, 0, length);
      sum += length + text[0];
    }
    return sum;
  }

  private static long decimals(DecimalVector vector, int rows) {
    requireNoNulls(vector);
    ArrowBuf data = vector.getDataBuffer();
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += data.getLong((long) i * DecimalVector.TYPE_WIDTH);
    }
    return sum;
  }

  private static long times(TimeStampMicroVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private static long days(DateDayVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private static long bools(BitVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }

  private static long doubles(Float8Vector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += Double.doubleToRawLongBits(vector.get(i));
    }
    return sum;
  }

  private static long operations(TinyIntVector vector, int rows) {
    requireNoNulls(vector);
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += vector.get(i);
    }
    return sum;
  }
}
