package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.RowSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deals the rows of one source out to several, in turn. */
final class RowDealer {
  private RowDealer() {}

  /**
   * The parts of a source, which is read to its end unless it is handed on as it is.
   *
   * @param parts how many; 0 drops the rows
   * @param reversed whether each part comes in reverse order
   */
  static List<RowSource> deal(RowSource rows, int parts, boolean reversed) {
    if (parts == 1 && !reversed) {
      return List.of(rows);
    }
    List<List<@Nullable Object[]>> dealt = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      dealt.add(new ArrayList<>());
    }
    int turn = 0;
    for (@Nullable Object[] row = rows.next(); row != null && parts > 0; row = rows.next()) {
      dealt.get(turn++ % parts).add(row);
    }
    if (reversed) {
      dealt.forEach(Collections::reverse);
    }
    return dealt.stream().map(RowDealer::source).toList();
  }

  private static RowSource source(List<@Nullable Object[]> rows) {
    Iterator<@Nullable Object[]> iterator = rows.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }
}
