package io.dorischangelog.testserver.internal.store;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a transaction. Values have the Java class of their column's type, converted and
 * checked before. Besides visible columns, {@link #SEQUENCE} and {@link #DELETE_SIGN} can be named
 * where the table has them. The arrays belong to the store afterwards.
 */
public sealed interface Write {

  /** Hidden sequence column of a table with {@code function_column.sequence_type}. */
  String SEQUENCE = "__DORIS_SEQUENCE_COL__";

  /** Hidden delete sign of unique tables: a row with 1 here deletes its key. */
  String DELETE_SIGN = "__DORIS_DELETE_SIGN__";

  /**
   * Whole rows: INSERT, stream load. Columns that are not named take their default. On duplicate
   * tables every row is added.
   */
  record Upsert(List<String> columns, List<@Nullable Object[]> rows) implements Write {}

  /**
   * Partial update of the named columns, which include all key columns; the others keep what the
   * row has. Also what UPDATE does.
   */
  record PartialUpdate(List<String> columns, List<@Nullable Object[]> rows, NewKeys newKeys)
      implements Write {}

  /** Partial update in which every row names its own columns. */
  record FlexiblePartialUpdate(List<Map<String, @Nullable Object>> rows) implements Write {}

  /** Delete by key; each array holds the key columns in order. Keys that are absent are skipped. */
  record Delete(List<@Nullable Object[]> keys) implements Write {}

  /** Delete by predicate over the visible columns, evaluated when the transaction is applied. */
  record DeleteWhere(Predicate<@Nullable Object[]> predicate) implements Write {}

  /** What a partial update does with a key that the table does not have. */
  enum NewKeys {
    APPEND,
    ERROR
  }
}
