package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decides between two writes of one key.
 *
 * @param hiddenType type of the hidden sequence column, null without one
 * @param column name of the visible sequence column, null without one
 */
record SequenceOptions(@Nullable DorisType hiddenType, @Nullable String column) {
  static final String TYPE_PROPERTY = "function_column.sequence_type";
  static final String COLUMN_PROPERTY = "function_column.sequence_col";
  private static final SequenceOptions NONE = new SequenceOptions(null, null);

  static SequenceOptions parse(TableDefinition definition) {
    return parse(definition, definition.properties());
  }

  /** As {@link #parse(TableDefinition)}, from properties that were given later. */
  static SequenceOptions parse(TableDefinition definition, Map<String, String> properties) {
    String type = properties.get(TYPE_PROPERTY);
    String column = properties.get(COLUMN_PROPERTY);
    if (type == null && column == null) {
      return NONE;
    }
    if (definition.keys().model() != KeyModel.UNIQUE) {
      throw DorisException.of("sequence column only support UNIQUE_KEYS");
    }
    if (type != null && column != null) {
      throw DorisException.of("sequence_col and sequence_type cannot be set at the same time");
    }
    return column == null
        ? new SequenceOptions(hidden(type == null ? "" : type), null)
        : visible(definition, column);
  }

  private static SequenceOptions visible(TableDefinition definition, String column) {
    ColumnDefinition found =
        definition.columns().stream()
            .filter(candidate -> candidate.name().equalsIgnoreCase(column))
            .findFirst()
            .orElseThrow(
                () ->
                    DorisException.of("The specified sequence column[" + column + "] not exists"));
    checkKind(found.type().kind());
    return new SequenceOptions(null, found.name());
  }

  private static DorisType hidden(String type) {
    String name = type.strip().toUpperCase(Locale.ROOT);
    for (DorisType.Kind kind : DorisType.Kind.values()) {
      if (name.equals(kind.name()) || name.equals(kind.name() + "V2")) {
        checkKind(kind);
        return kind == DorisType.Kind.DATETIME ? DorisType.of(kind, 0) : DorisType.of(kind);
      }
    }
    throw wrongType();
  }

  private static void checkKind(DorisType.Kind kind) {
    switch (kind) {
      case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DATE, DATETIME, TIMESTAMPTZ -> {}
      default -> throw wrongType();
    }
  }

  private static DorisException wrongType() {
    return DorisException.of("Sequence type only support integer types and date types");
  }

  boolean present() {
    return hiddenType != null || column != null;
  }
}
