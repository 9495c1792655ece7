package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns the operations of a transaction into rows and checks them against the schema. */
final class WriteReader {
  private static final int SEQUENCE = -1;
  private static final int DELETE_SIGN = -2;
  private static final int GONE = -3;

  private final TableData data;
  private final TableSchema schema;
  private final int[] keys;
  private final @Nullable Object[] defaults;
  private final @Nullable String table;

  private WriteReader(TableData data, RowLayout layout, Instant now, @Nullable String table) {
    this.data = data;
    this.schema = layout.schema();
    this.keys = layout.keys();
    this.defaults =
        layout.schema().columns().stream()
            .map(column -> DefaultValues.at(column.definition(), now))
            .toArray();
    this.table = table;
  }

  /** For a write as it comes in: throws what Doris would. */
  static WriteReader strict(TableData data, RowLayout layout, Instant now, String table) {
    return new WriteReader(data, layout, now, table);
  }

  /** For applying a checked write, perhaps after columns were added or dropped: refuses nothing. */
  static WriteReader lenient(TableData data, RowLayout layout, Instant now) {
    return new WriteReader(data, layout, now, null);
  }

  /** The rows of a write in order; none for a delete by predicate. */
  void read(Write write, Consumer<IncomingRow> rows) {
    if (write instanceof Write.Upsert upsert) {
      if (table != null) {
        requireSequence(upsert.columns(), table);
      }
      readAll(upsert.columns(), upsert.rows(), IncomingRow.Kind.FULL, rows);
    } else if (write instanceof Write.PartialUpdate update) {
      requireUnique();
      readAll(update.columns(), update.rows(), IncomingRow.Kind.PARTIAL, rows);
    } else if (write instanceof Write.FlexiblePartialUpdate flexible) {
      if (table != null) {
        requireSkipBitmap(table);
      }
      flexible.rows().forEach(row -> rows.accept(flexible(row)));
    } else if (write instanceof Write.Delete delete) {
      requireUnique();
      delete.keys().forEach(key -> rows.accept(delete(key)));
    }
  }

  private void requireUnique() {
    if (!data.unique()) {
      throw DorisException.of(
          "Only unique key merge on write support partial update and delete by key");
    }
  }

  private void requireSkipBitmap(String name) {
    requireUnique();
    if (!data.options().skipBitmap()) {
      throw DorisException.of(
          "Flexible partial update can only support table with skip bitmap column. But table "
              + name
              + " doesn't have it. You can use `ALTER TABLE "
              + name
              + " ENABLE FEATURE \"UPDATE_FLEXIBLE_COLUMNS\";` to add it to the table.");
    }
  }

  private void requireSequence(List<String> columns, String name) {
    int position = data.sequencePosition(schema);
    if (!data.hasSequence() || columns.stream().anyMatch(Write.DELETE_SIGN::equalsIgnoreCase)) {
      return;
    }
    String needed = position < 0 ? Write.SEQUENCE : schema.columns().get(position).name();
    ColumnDefault clause =
        position < 0 ? null : schema.columns().get(position).definition().defaultValue();
    boolean given = columns.stream().anyMatch(needed::equalsIgnoreCase);
    if (!given && (clause == null || !clause.now())) {
      throw DorisException.of(
          "Table " + name + " has sequence column, need to specify the sequence column");
    }
  }

  private void readAll(
      List<String> names,
      List<@Nullable Object[]> values,
      IncomingRow.Kind kind,
      Consumer<IncomingRow> rows) {
    int[] targets = names.stream().mapToInt(this::target).toArray();
    if (table != null) {
      requireComplete(targets, kind);
    }
    for (@Nullable Object[] row : values) {
      if (row.length != targets.length) {
        throw DorisException.of("Column count doesn't match value count");
      }
      rows.accept(spread(targets, row, kind));
    }
  }

  private int target(String name) {
    int index = schema.indexOf(name);
    if (index >= 0) {
      return index;
    }
    if (name.equalsIgnoreCase(Write.SEQUENCE) && data.options().sequence().hiddenType() != null) {
      return SEQUENCE;
    }
    if (name.equalsIgnoreCase(Write.DELETE_SIGN) && data.unique()) {
      return DELETE_SIGN;
    }
    if (table == null) {
      return GONE;
    }
    throw DorisException.of("Unknown column '" + name + "' in '" + table + "'");
  }

  private void requireComplete(int[] targets, IncomingRow.Kind kind) {
    boolean deletes = Arrays.stream(targets).anyMatch(target -> target == DELETE_SIGN);
    List<Column> columns = schema.columns();
    for (int i = 0; i < columns.size(); i++) {
      int index = i;
      if (Arrays.stream(targets).anyMatch(target -> target == index)) {
        continue;
      }
      if (columns.get(i).key() && kind == IncomingRow.Kind.PARTIAL) {
        throw DorisException.of(
            "Partial update should include all key columns, missing: " + columns.get(i).name());
      }
      if (kind == IncomingRow.Kind.FULL && !deletes) {
        DefaultValues.requireOmittable(columns.get(i).definition());
      }
    }
  }

  private IncomingRow spread(int[] targets, @Nullable Object[] row, IncomingRow.Kind kind) {
    IncomingRow.Cells cells = blank();
    IncomingRow.Kind actual = kind;
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] == DELETE_SIGN) {
        actual = isSet(row[i]) ? IncomingRow.Kind.DELETE_SIGN : actual;
      } else {
        set(cells, targets[i], row[i]);
      }
    }
    if (table != null && actual != IncomingRow.Kind.DELETE_SIGN) {
      checkNulls(cells);
    }
    return new IncomingRow(actual, cells);
  }

  private IncomingRow.Cells blank() {
    return new IncomingRow.Cells(defaults.clone());
  }

  private static boolean isSet(@Nullable Object sign) {
    return (sign instanceof Number number && number.longValue() != 0) || Boolean.TRUE.equals(sign);
  }

  private void set(IncomingRow.Cells cells, int target, @Nullable Object value) {
    if (target == SEQUENCE) {
      cells.hiddenSequence = value;
      cells.sequenceNamed = true;
      return;
    }
    if (target == GONE) {
      return;
    }
    cells.values[target] = value;
    cells.named[target] = true;
    if (target == data.sequencePosition(schema)) {
      cells.sequenceNamed = true;
    }
  }

  private void checkNulls(IncomingRow.Cells cells) {
    for (int i = 0; i < cells.named.length; i++) {
      if (cells.named[i]) {
        DefaultValues.requireValid(schema.columns().get(i).definition(), cells.values[i]);
      }
    }
  }

  private IncomingRow flexible(Map<String, @Nullable Object> row) {
    List<String> names = new ArrayList<>(row.keySet());
    int[] targets = names.stream().mapToInt(this::target).toArray();
    if (table != null) {
      requireComplete(targets, IncomingRow.Kind.PARTIAL);
    }
    @Nullable Object[] values = names.stream().map(row::get).toArray();
    return spread(targets, values, IncomingRow.Kind.PARTIAL);
  }

  private IncomingRow delete(@Nullable Object[] key) {
    IncomingRow.Cells cells = blank();
    for (int i = 0; i < keys.length; i++) {
      set(cells, keys[i], key[i]);
    }
    return new IncomingRow(IncomingRow.Kind.DELETE, cells);
  }
}
