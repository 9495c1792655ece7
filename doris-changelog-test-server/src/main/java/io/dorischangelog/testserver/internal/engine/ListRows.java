package io.dorischangelog.testserver.internal.engine;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are all there. */
final class ListRows implements RowSource {
  private final Iterator<@Nullable Object[]> rows;

  ListRows(List<@Nullable Object[]> rows) {
    this.rows = rows.iterator();
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    return rows.hasNext() ? rows.next() : null;
  }
}
