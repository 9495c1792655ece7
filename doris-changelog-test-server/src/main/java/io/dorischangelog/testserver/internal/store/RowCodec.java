package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table as bytes. An image names the schema version it was written with, so it can be
 * read with any later schema: columns are matched by identity, never by name.
 */
final class RowCodec {
  private final List<TableSchema> versions = new ArrayList<>(); // guarded by this

  synchronized void add(TableSchema schema) {
    versions.add(schema);
  }

  synchronized TableSchema version(int number) {
    return versions.get(number);
  }

  byte[] encode(@Nullable Object[] row, TableSchema schema) {
    ByteSink out = new ByteSink();
    out.putVarint(schema.version());
    List<Column> columns = schema.columns();
    for (int i = 0; i < columns.size(); i++) {
      ValueCodec.writeNullable(out, row[i], columns.get(i).type());
    }
    return out.toBytes();
  }

  /** The row in the columns of a schema; what the image does not have shows its initial value. */
  @Nullable Object[] decode(byte[] image, TableSchema wanted) {
    return new RowDecoder(this, wanted, null).decode(image);
  }
}
