package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.EvalErrors;
import io.dorischangelog.testserver.internal.eval.Scope;
import io.dorischangelog.testserver.internal.store.ChangeRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of one relation. It notes which of them are used, so that only these are read; a row
 * holds them in the order of their first use.
 */
final class SourceScope implements Scope {
  private final Source source;
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<Integer, Integer> slots = new HashMap<>();
  private final List<Integer> used = new ArrayList<>();

  SourceScope(Source source) {
    this.source = source;
    for (int i = 0; i < source.columns().size(); i++) {
      byName.putIfAbsent(key(source.columns().get(i).label()), i);
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  public Bound column(List<String> qualifier, String name) {
    Integer index = byName.get(key(name));
    if (index == null || !isQualifiedBy(qualifier)) {
      String full = qualifier.isEmpty() ? name : String.join(".", qualifier) + "." + name;
      throw EvalErrors.unknownColumn(full, "table list");
    }
    return column(index);
  }

  /** A column by its position in the relation. */
  Bound column(int index) {
    int slot =
        slots.computeIfAbsent(
            index,
            i -> {
              used.add(i);
              return used.size() - 1;
            });
    ResultColumn column = source.columns().get(index);
    return new Bound(column.type(), column.nullable(), row -> row[slot]);
  }

  boolean isQualifiedBy(List<String> qualifier) {
    return qualifier.isEmpty() || qualifier.get(qualifier.size() - 1).equals(source.name());
  }

  /** Position of a column in the relation, or -1. */
  int indexOf(List<String> qualifier, String name) {
    Integer index = byName.get(key(name));
    return index == null || !isQualifiedBy(qualifier) ? -1 : index;
  }

  /** The relation's rows, with the columns used so far, in any order. */
  RowSource open() {
    return source.open().apply(ChangeRequest.Order.STORAGE).rows(projection());
  }

  /** Positions of the columns used so far, in the order of a row. */
  int[] projection() {
    return used.stream().mapToInt(Integer::intValue).toArray();
  }
}
