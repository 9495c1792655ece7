package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The schema of a table through its changes. Guarded by the catalog's lock. */
final class SchemaHistory {
  private final RowCodec codec = new RowCodec();
  private volatile TableSchema current;
  private int nextUniqueId;

  SchemaHistory(TableDefinition definition) {
    checkNames(definition.columns());
    checkKeys(definition);
    Set<String> keys = new HashSet<>();
    definition.keys().columns().forEach(name -> keys.add(name.toLowerCase(Locale.ROOT)));
    List<Column> columns = new ArrayList<>();
    for (ColumnDefinition column : definition.columns()) {
      boolean key = keys.contains(column.name().toLowerCase(Locale.ROOT));
      columns.add(new Column(nextUniqueId++, column, key, null));
    }
    current = new TableSchema(0, columns);
    codec.add(current);
  }

  TableSchema current() {
    return current;
  }

  RowCodec codec() {
    return codec;
  }

  private static void checkNames(List<ColumnDefinition> columns) {
    if (columns.isEmpty()) {
      throw DorisException.of("table must contain at least one column");
    }
    Set<String> names = new HashSet<>();
    for (ColumnDefinition column : columns) {
      if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
        throw duplicate(column.name());
      }
    }
  }

  private static DorisException duplicate(String column) {
    return new DorisException(
        1060, "42S21", "ERR_DUP_FIELDNAME", "Duplicate column name '" + column + "'");
  }

  private static void checkKeys(TableDefinition definition) {
    List<String> keys = definition.keys().columns();
    for (int i = 0; i < keys.size(); i++) {
      if (i >= definition.columns().size()
          || !definition.columns().get(i).name().equalsIgnoreCase(keys.get(i))) {
        throw DorisException.of(
            "Key columns should be a ordered prefix of the schema. KeyColumns["
                + i
                + "] (starts "
                + "from zero) is "
                + keys.get(i));
      }
      checkKeyType(definition.columns().get(i));
    }
  }

  private static void checkKeyType(ColumnDefinition column) {
    switch (column.type().kind()) {
      case FLOAT, DOUBLE ->
          throw DorisException.of("Float or double can not used as a key, use decimal instead.");
      case STRING ->
          throw DorisException.of(
              "String Type should not be used in key column[" + column.name() + "].");
      case JSON, VARIANT, ARRAY, MAP, STRUCT, BITMAP, HLL, QUANTILE_STATE ->
          throw DorisException.of(
              column.type().kind()
                  + " can only be used in the non-key column of the duplicate or"
                  + " unique table: "
                  + column.name());
      default -> {}
    }
  }

  /** See {@link Table#addColumns}. */
  void add(List<ColumnDefinition> added, @Nullable String after, Instant now) {
    List<Column> columns = new ArrayList<>(current.columns());
    int position = position(columns, after);
    for (ColumnDefinition column : added) {
      if (columns.stream().anyMatch(other -> other.name().equalsIgnoreCase(column.name()))) {
        throw duplicate(column.name());
      }
      Object initial = DefaultValues.at(column, now);
      columns.add(position++, new Column(nextUniqueId++, column, false, initial));
    }
    replace(columns);
  }

  private static int position(List<Column> columns, @Nullable String after) {
    int keys = (int) columns.stream().filter(Column::key).count();
    if (after == null) {
      return columns.size();
    }
    if (after.isEmpty()) {
      return keys;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equalsIgnoreCase(after)) {
        return Math.max(i + 1, keys);
      }
    }
    throw unknown(after);
  }

  private static DorisException unknown(String column) {
    return DorisException.of("Column[" + column + "] does not exist");
  }

  void drop(String name) {
    Column column = column(name);
    if (column.key()) {
      throw DorisException.of("Can not drop key column " + name);
    }
    List<Column> columns = new ArrayList<>(current.columns());
    columns.remove(column);
    replace(columns);
  }

  void rename(String from, String to) {
    Column column = column(from);
    if (current.indexOf(to) >= 0) {
      throw duplicate(to);
    }
    redefine(column, to, column.definition().comment());
  }

  void comment(String name, String comment) {
    Column column = column(name);
    redefine(column, column.name(), comment);
  }

  private void redefine(Column column, String name, String comment) {
    ColumnDefinition old = column.definition();
    ColumnDefinition changed =
        new ColumnDefinition(
            name, old.type(), old.nullable(), old.defaultValue(), comment, old.autoIncrement());
    List<Column> columns = new ArrayList<>(current.columns());
    columns.set(
        columns.indexOf(column),
        new Column(column.uniqueId(), changed, column.key(), column.initial()));
    replace(columns);
  }

  /** MODIFY COLUMN: another type, nullability, default, comment or place. */
  void modify(ColumnDefinition changed, @Nullable String after) {
    Column old = column(changed.name());
    TypeChange.check(old, changed);
    List<Column> columns = new ArrayList<>(current.columns());
    Column column =
        new Column(old.uniqueId(), changed, old.key(), Values.cast(old.initial(), changed.type()));
    if (after == null) {
      columns.set(columns.indexOf(old), column);
    } else {
      columns.remove(old);
      columns.add(position(columns, after), column);
    }
    replace(columns);
  }

  /** ORDER BY: all columns in another order. */
  void order(List<String> names) {
    if (names.size() != current.columns().size()) {
      throw DorisException.of("Reorder stmt should contains all columns");
    }
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      Column column = column(name);
      if (columns.contains(column)) {
        throw duplicate(name);
      } else if (column.key() && columns.stream().anyMatch(before -> !before.key())) {
        throw DorisException.of("Invalid column order. key should before all values: " + name);
      }
      columns.add(column);
    }
    replace(columns);
  }

  private Column column(String name) {
    int index = current.indexOf(name);
    if (index < 0) {
      throw unknown(name);
    }
    return current.columns().get(index);
  }

  private void replace(List<Column> columns) {
    TableSchema next = new TableSchema(current.version() + 1, columns);
    codec.add(next);
    current = next;
  }
}
