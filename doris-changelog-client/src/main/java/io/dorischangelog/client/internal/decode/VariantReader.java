package io.dorischangelog.client.internal.decode;

import java.time.DateTimeException;
import org.apache.arrow.vector.FieldVector;

/**
 * VARIANT in its binary form: a struct of the bytes of a dictionary of keys and of a value
 * (documented: Parquet's variant encoding). It is handed out as JSON text.
 */
final class VariantReader extends ColumnReader {

  private final ColumnReader dictionaries;
  private final ColumnReader values;

  VariantReader(
      ColumnRef column, FieldVector vector, ColumnReader dictionaries, ColumnReader values) {
    super(column, vector);
    this.dictionaries = dictionaries;
    this.values = values;
    if (Math.min(dictionaries.valueCount, values.valueCount) < valueCount) {
      throw column.bad("the server sent fewer values than rows");
    }
  }

  @Override
  Object read(int row) {
    byte[] dictionary = (byte[]) dictionaries.element(row);
    byte[] value = (byte[]) values.element(row);
    if (dictionary == null || value == null) {
      throw column.bad("one half of a variant is missing");
    }
    try {
      return new VariantJson(dictionary, value).text();
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | ArithmeticException
        | DateTimeException e) {
      throw column.bad("its binary form is damaged: " + e.getMessage(), e);
    }
  }
}
