package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns that must stay as they are for a read to go on: those that its options name, and the
 * table's key, by which rows are ordered and counted.
 */
final class FixedColumns {
  private static final Set<Family> OF_ANY_LENGTH =
      Set.of(Family.CHAR, Family.VARCHAR, Family.VARBINARY);

  private final TableLayout before;
  private final Set<String> selected;

  FixedColumns(TableLayout before, ScanOptions options) {
    this.before = before;
    this.selected = Set.copyOf(options.columns());
  }

  /**
   * Makes sure that a table has them still.
   *
   * @throws SchemaChangedException naming those that are gone or have become something else
   */
  void require(TableDescription now, ErrorContext context) {
    Map<String, String> changes = new LinkedHashMap<>();
    for (Column column : before.table().columns()) {
      if (isFixed(column)) {
        change(column, now.columns()).ifPresent(what -> changes.put(column.name(), what));
      }
    }
    for (Column key : now.keys()) {
      if (find(key.name(), before.table().keys()).isEmpty()) {
        changes.putIfAbsent(key.name(), "is part of the key now");
      }
    }
    if (!changes.isEmpty()) {
      throw new SchemaChangedException(context, List.copyOf(changes.keySet()), text(changes));
    }
  }

  private boolean isFixed(Column column) {
    return column.key()
        || selected.contains(column.name())
        || before.filter().filter(f -> f.columns().contains(column.name())).isPresent();
  }

  private static Optional<String> change(Column column, List<Column> now) {
    Optional<Column> found = find(column.name(), now);
    if (found.isEmpty()) {
      return Optional.of("is gone");
    }
    if (column.key() && !found.get().key()) {
      return Optional.of("is not part of the key any more");
    }
    return isSame(column.type(), found.get().type())
        ? Optional.empty()
        : Optional.of("is " + found.get().type() + " now and was " + column.type());
  }

  private static Optional<Column> find(String name, List<Column> columns) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  /** A text or binary that may be longer now has the same form. */
  private static boolean isSame(DorisType a, DorisType b) {
    return a.equals(b) || (a.family() == b.family() && OF_ANY_LENGTH.contains(a.family()));
  }

  private static String text(Map<String, String> changes) {
    List<String> words = new ArrayList<>();
    changes.forEach((name, what) -> words.add("`" + name + "` " + what));
    return "have changed: "
        + String.join(", ", words)
        + "; this read names them in its columns or filter, or they are the table's key";
  }
}
