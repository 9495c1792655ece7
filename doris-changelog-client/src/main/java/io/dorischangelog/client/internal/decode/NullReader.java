package io.dorischangelog.client.internal.decode;

/** A column that holds nothing but nulls. */
final class NullReader extends ColumnReader {

  NullReader(ColumnRef column, int valueCount) {
    super(column, valueCount, ALL_NULL);
  }

  @Override
  Object read(int row) {
    throw column.bad("it is NULL");
  }
}
