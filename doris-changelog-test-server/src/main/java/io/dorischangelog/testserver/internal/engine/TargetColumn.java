package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Casts;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.ColumnDefault;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Write;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column that a statement writes: a visible one, or the hidden sequence column or delete sign.
 *
 * @param column empty for hidden columns
 */
record TargetColumn(String name, DorisType type, Optional<Column> column) {

  static TargetColumn of(Table table, String name) {
    int index = table.schema().indexOf(name);
    if (index >= 0) {
      return of(table.schema().columns().get(index));
    }
    if (name.equalsIgnoreCase(Write.SEQUENCE) && table.hiddenSequenceType().isPresent()) {
      return new TargetColumn(
          Write.SEQUENCE, table.hiddenSequenceType().orElseThrow(), Optional.empty());
    } else if (name.equalsIgnoreCase(Write.DELETE_SIGN) && table.mergeOnWrite()) {
      return new TargetColumn(Write.DELETE_SIGN, DorisType.of(Kind.TINYINT), Optional.empty());
    }
    throw DorisException.of("Unknown column '" + name + "' in target table.");
  }

  static TargetColumn of(Column column) {
    return new TargetColumn(column.name(), column.type(), Optional.of(column));
  }

  /** The value as the column keeps it. */
  @Nullable Object converted(@Nullable Object value, DorisType from, StatementContext context) {
    Object result = Casts.strict(value, from, type, context.zone());
    if (result == null && column.isPresent() && !column.get().nullable()) {
      throw DorisException.of(
          "Insert has filtered data in strict mode: null value for not null column, column="
              + name);
    }
    return result;
  }

  /** The value of DEFAULT, or of a column that an INSERT leaves out. */
  @Nullable Object defaultValue(StatementContext context) {
    ColumnDefault given = column.map(c -> c.definition().defaultValue()).orElse(null);
    if (given == null) {
      if (column.isPresent() && !column.get().nullable()) {
        throw DorisException.of("Column has no default value, column=" + name);
      }
      return null;
    }
    if (given.now()) {
      return Casts.strict(context.now(), DorisType.of(Kind.TIMESTAMPTZ, 6), type, context.zone());
    }
    return Casts.strict(given.text(), DorisType.of(Kind.VARCHAR), type, context.zone());
  }

  /** Whether the time of the statement is the default, in the session's zone. */
  boolean defaultsToNow() {
    return column.map(c -> c.definition().defaultValue()).filter(ColumnDefault::now).isPresent();
  }

  boolean isKey() {
    return column.filter(Column::key).isPresent();
  }
}
