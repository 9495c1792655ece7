package io.dorischangelog.client.types;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.Row;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Values of rows as the JSON of a stream load; numbers that JSON readers may round are texts. */
final class JsonText {
  private JsonText() {}

  static String of(Object value) {
    if (value == null || value instanceof Boolean || value instanceof Integer) {
      return String.valueOf(value);
    } else if (value instanceof List<?> list) {
      return list.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(entry.getKey().toString()) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof Row row) {
      return ofRow(row);
    } else if (value instanceof BigDecimal number) {
      return quoted(number.toPlainString());
    } else if (value instanceof InetAddress address) {
      return quoted(address.getHostAddress());
    }
    return quoted(value.toString());
  }

  private static String ofRow(Row row) {
    List<Column> columns = row.columns();
    return IntStream.range(0, columns.size())
        .mapToObj(i -> quoted(columns.get(i).name()) + ":" + of(row.getObject(i)))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
