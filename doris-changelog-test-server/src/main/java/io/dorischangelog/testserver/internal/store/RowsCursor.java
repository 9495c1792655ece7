package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks row versions. */
final class RowsCursor implements RowCursor {
  private static final Byte NOT_DELETED = 0;

  private final List<RowVersion> rows;
  private final RowDecoder decoder;
  private final int visible;
  private final String[] hidden;
  private int next;
  private @Nullable RowVersion row;
  private @Nullable Object @Nullable [] values;

  RowsCursor(List<RowVersion> rows, List<ResultColumn> columns, RowDecoder decoder, int visible) {
    this.rows = rows;
    this.decoder = decoder;
    this.visible = visible;
    this.hidden = columns.stream().skip(visible).map(ResultColumn::label).toArray(String[]::new);
  }

  @Override
  public boolean advance() {
    values = null;
    if (next == rows.size()) {
      row = null;
      return false;
    }
    row = rows.get(next++);
    return true;
  }

  @Override
  public @Nullable Object value(int column) {
    RowVersion current = row;
    if (current == null) {
      throw new IllegalStateException("no row; advance first");
    }
    if (column >= visible) {
      return hidden(current, hidden[column - visible]);
    }
    if (values == null) {
      values = decoder.decode(current.image);
    }
    return values[column];
  }

  private static @Nullable Object hidden(RowVersion row, String name) {
    return switch (name) {
      case ScanColumns.COMMIT_TSO -> row.tso;
      case Write.SEQUENCE -> row.sequence;
      default -> NOT_DELETED;
    };
  }
}
