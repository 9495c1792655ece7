package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the content of a stream load into rows: texts, or JSON nodes, by column name. */
final class LoadRows {
  private final ApiRequest request;
  private final ObjectMapper mapper;

  LoadRows(ApiRequest request, ObjectMapper mapper) {
    this.request = request;
    this.mapper = mapper;
  }

  /** The names in the {@code columns} header, or the given ones. */
  List<String> columns(List<String> otherwise) {
    String header = request.header("columns", "");
    if (header.isBlank()) {
      return otherwise;
    }
    return Arrays.stream(header.split(",", -1)).map(name -> name.strip().replace("`", "")).toList();
  }

  /**
   * All rows; a value that did not come is not in its map.
   *
   * @param columns names of the cells of a line, for CSV
   * @throws DorisException if the content cannot be read
   */
  List<Map<String, @Nullable Object>> read(List<String> columns) {
    return request.header("format", "csv").equalsIgnoreCase("json") ? json() : csv(columns);
  }

  private List<Map<String, @Nullable Object>> csv(List<String> columns) {
    String separator = Pattern.quote(unescape(request.header("column_separator", "\t")));
    String delimiter = Pattern.quote(unescape(request.header("line_delimiter", "\n")));
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String line : request.body().split(delimiter, -1)) {
      if (!line.isEmpty()) {
        rows.add(cells(columns, line.split(separator, -1)));
      }
    }
    return rows;
  }

  private static Map<String, @Nullable Object> cells(List<String> columns, String[] cells) {
    if (cells.length != columns.size()) {
      throw DorisException.of(
          "[DATA_QUALITY_ERROR]too many filtered rows: a line has "
              + cells.length
              + " columns, the load "
              + columns.size());
    }
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i++) {
      row.put(columns.get(i), cells[i].equals("\\N") ? null : cells[i]);
    }
    return row;
  }

  private static String unescape(String text) {
    return text.replace("\\t", "\t").replace("\\n", "\n").replace("\\x01", "\1");
  }

  private List<Map<String, @Nullable Object>> json() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    try (var values = mapper.readerFor(JsonNode.class).<JsonNode>readValues(request.body())) {
      while (values.hasNextValue()) {
        JsonNode value = values.nextValue();
        if (value.isArray()) {
          value.forEach(object -> rows.add(fields(object)));
        } else {
          rows.add(fields(value));
        }
      }
      return rows;
    } catch (JsonProcessingException e) {
      throw DorisException.of("[DATA_QUALITY_ERROR]JSON data cannot be read: " + where(e));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException("a text was read", e);
    }
  }

  private static String where(JsonProcessingException e) {
    return "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  private static Map<String, @Nullable Object> fields(JsonNode object) {
    if (!object.isObject()) {
      throw DorisException.of("[DATA_QUALITY_ERROR]a row is no JSON object");
    }
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    object.properties().forEach(field -> row.put(field.getKey(), field.getValue()));
    return row;
  }
}
