package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TableSchema;
import io.dorischangelog.testserver.internal.store.Write;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a stream load's rows an operation of a transaction, as the load's headers say. */
final class LoadWrite {
  private static final List<String> MODES =
      List.of("UPSERT", "UPDATE_FIXED_COLUMNS", "UPDATE_FLEXIBLE_COLUMNS");

  /** MERGE needs a condition on the rows; a delete sign column says the same. */
  private static final List<String> MERGES = List.of("APPEND", "DELETE");

  private static final DorisType SIGN = DorisType.of(DorisType.Kind.TINYINT);

  private final ApiRequest request;
  private final Table table;
  private final TableSchema schema;
  private final ObjectMapper mapper;

  LoadWrite(ApiRequest request, Table table, ObjectMapper mapper) {
    this.request = request;
    this.table = table;
    this.schema = table.schema();
    this.mapper = mapper;
  }

  /** Columns that the load names, or all visible ones. */
  List<String> columns() {
    return new LoadRows(request, mapper)
        .columns(schema.columns().stream().map(Column::name).toList());
  }

  Write of(List<Map<String, @Nullable Object>> rows) {
    String mode = oneOf("unique_key_update_mode", MODES);
    String merge = oneOf("merge_type", MERGES);
    if (mode.equals("UPDATE_FLEXIBLE_COLUMNS")) {
      return new Write.FlexiblePartialUpdate(rows.stream().map(this::converted).toList());
    }
    List<String> columns = new ArrayList<>(columns());
    boolean deletes = merge.equals("DELETE") && !columns.contains(Write.DELETE_SIGN);
    List<@Nullable Object[]> values =
        rows.stream().map(row -> values(columns, row, deletes)).toList();
    if (deletes) {
      columns.add(Write.DELETE_SIGN);
    }
    boolean partial =
        mode.equals("UPDATE_FIXED_COLUMNS")
            || Boolean.parseBoolean(request.header("partial_columns", "false"));
    return partial
        ? new Write.PartialUpdate(columns, values, newKeys())
        : new Write.Upsert(columns, values);
  }

  /** A header's value, the first of those allowed where it is not sent. */
  private String oneOf(String header, List<String> allowed) {
    String value = request.header(header, allowed.get(0)).toUpperCase(Locale.ROOT);
    if (!allowed.contains(value)) {
      throw DorisException.of(
          header + " '" + value + "' is not supported by this stand-in; it takes " + allowed);
    }
    return value;
  }

  private Write.NewKeys newKeys() {
    String policy = request.header("partial_update_new_key_behavior", "APPEND");
    return policy.equalsIgnoreCase("ERROR") ? Write.NewKeys.ERROR : Write.NewKeys.APPEND;
  }

  private @Nullable Object[] values(
      List<String> columns, Map<String, @Nullable Object> row, boolean deletes) {
    @Nullable Object[] values = new @Nullable Object[columns.size() + (deletes ? 1 : 0)];
    for (int i = 0; i < columns.size(); i++) {
      values[i] = converted(row.get(columns.get(i)), known(columns.get(i)));
    }
    if (deletes) {
      values[columns.size()] = (byte) 1;
    }
    return values;
  }

  private Map<String, @Nullable Object> converted(Map<String, @Nullable Object> row) {
    Map<String, @Nullable Object> converted = new LinkedHashMap<>();
    row.forEach(
        (field, value) ->
            type(field).ifPresent(type -> converted.put(field, converted(value, type))));
    return converted;
  }

  private static @Nullable Object converted(@Nullable Object value, DorisType type) {
    return Values.cast(value instanceof JsonNode node ? plain(node, type) : value, type);
  }

  /** Texts, lists and maps of a JSON value, for conversion to a type. */
  private static @Nullable Object plain(JsonNode value, DorisType type) {
    if (value.isNull()) {
      return null;
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isContainerNode() && type.children().isEmpty()) {
      return value.toString();
    }
    return value.isContainerNode() ? container(value, type) : value.asText();
  }

  private static Object container(JsonNode value, DorisType type) {
    if (value.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      value.forEach(element -> elements.add(plain(element, part(type, elements.size()))));
      return elements;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    value
        .properties()
        .forEach(
            field ->
                fields.put(
                    field.getKey(),
                    plain(
                        field.getValue(), part(type, type.fieldNames().indexOf(field.getKey())))));
    return fields;
  }

  /** The type of a struct's field, of an array's elements, of a map's values. */
  private static DorisType part(DorisType type, int index) {
    List<DorisType> parts = type.children();
    boolean field = type.kind() == DorisType.Kind.STRUCT && index >= 0 && index < parts.size();
    return parts.get(field ? index : parts.size() - 1);
  }

  private DorisType known(String column) {
    return type(column)
        .orElseThrow(
            () -> DorisException.of("Unknown column '" + column + "' in table " + table.name()));
  }

  /** The type of a column, hidden ones included; empty for a field that is none. */
  private Optional<DorisType> type(String column) {
    int index = schema.indexOf(column);
    if (index >= 0) {
      return Optional.of(schema.columns().get(index).type());
    }
    if (column.equalsIgnoreCase(Write.DELETE_SIGN)) {
      return Optional.of(SIGN);
    }
    return column.equalsIgnoreCase(Write.SEQUENCE) ? table.hiddenSequenceType() : Optional.empty();
  }
}
