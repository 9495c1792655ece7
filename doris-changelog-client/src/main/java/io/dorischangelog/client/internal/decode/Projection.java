package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.TableSchema;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one query selects.
 *
 * @param schema the columns that are handed out
 * @param extraKeys key columns that are selected for their order only and not handed out
 * @param hidden the change columns, or null for a snapshot
 */
public record Projection(
    TableSchema schema, List<String> extraKeys, @Nullable HiddenColumns hidden) {

  public Projection {
    extraKeys = List.copyOf(extraKeys);
  }

  /** Selects the columns of a schema from a snapshot. */
  public static Projection ofSnapshot(TableSchema schema) {
    return new Projection(schema, List.of(), null);
  }

  /** Selects the columns of a schema, and {@code extraKeys}, from a change log. */
  public static Projection ofChanges(
      TableSchema schema, List<String> extraKeys, HiddenColumns hidden) {
    return new Projection(schema, extraKeys, hidden);
  }

  /** All selected names in order: the schema's, the extra keys, the change columns; not quoted. */
  public List<String> selectList() {
    return Stream.of(
            schema.columns().stream().map(Column::name),
            extraKeys.stream(),
            hidden == null ? Stream.<String>of() : hidden.names().stream())
        .flatMap(names -> names)
        .toList();
  }
}
