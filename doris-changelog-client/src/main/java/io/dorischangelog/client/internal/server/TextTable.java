package io.dorischangelog.client.internal.server;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A small result of the statement endpoint: every cell is text, SQL NULL is null.
 *
 * @param columns names as the server gave them
 * @param rows cells in the order of {@code columns}
 */
public record TextTable(List<String> columns, List<List<@Nullable String>> rows) {

  /** Index of a column by name, ignoring case: metadata statements differ in it by version. */
  public Optional<Integer> find(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).equalsIgnoreCase(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** A cell by column name; null for SQL NULL and for a column that is not there. */
  public @Nullable String cell(int row, String name) {
    Optional<Integer> column = find(name);
    return column.isPresent() ? rows.get(row).get(column.get()) : null;
  }
}
