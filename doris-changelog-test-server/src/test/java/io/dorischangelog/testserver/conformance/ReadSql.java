package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the query of a read. */
final class ReadSql {
  private final Spelling spelling;
  private final String database;
  private final String table;
  private final CurrentColumns columns;

  /** Queries over one table; database and table bare. */
  ReadSql(Spelling spelling, String database, String table, CurrentColumns columns) {
    this.spelling = spelling;
    this.database = database;
    this.table = table;
    this.columns = columns;
  }

  /**
   * The query that answers {@code expect} or {@code expectError}.
   *
   * @param from text of the start, if the read has one
   * @param to text of the end, if the read has one
   */
  String query(Read read, Optional<String> from, Optional<String> to) {
    if (read.via().equals("sql")) {
      String sql = read.sql().orElseThrow(() -> new CannotExpress("a read via sql without sql"));
      return spelling.sql(TableSql.withTable(sql, database, table));
    }
    List<String> selected = new ArrayList<>();
    if (!read.via().equals("table") && read.selectOp()) {
      selected.add(spelling.hidden("op"));
    }
    for (String column : read.columns()) {
      selected.add(column(column, isHll(read, selected.size())));
    }
    return "SELECT "
        + String.join(", ", selected)
        + " FROM "
        + relation(read, from, to)
        + read.where().map(where -> " WHERE " + expression(where)).orElse("")
        + orderBy(read);
  }

  /** The query that answers {@code expectCount}. */
  String count(Read read, Optional<String> from, Optional<String> to) {
    return "SELECT COUNT(*) FROM " + relation(read, from, to);
  }

  private boolean isHll(Read read, int position) {
    for (JsonNode row : read.expect().orElse(List.of())) {
      if (row.path(position).has("hll")) {
        return true;
      }
    }
    return false;
  }

  private String relation(Read read, Optional<String> from, Optional<String> to) {
    return switch (read.via()) {
      case "table" -> qualified();
      case "raw" -> spelling.rawFunction() + "(" + raw() + ")";
      case "incr" -> qualified() + "@incr(" + incr(read, from, to) + ")";
      default -> throw new CannotExpress("unknown way of reading: " + read.via());
    };
  }

  private String raw() {
    return "\"db\" = \"" + database + "\", \"table\" = \"" + table + "\"";
  }

  private String incr(Read read, Optional<String> from, Optional<String> to) {
    Map<String, String> parameters = new LinkedHashMap<>();
    from.ifPresent(text -> parameters.put("startTimestamp", text));
    to.ifPresent(text -> parameters.put("endTimestamp", text));
    read.incrementType().ifPresent(type -> parameters.put("incrementType", type));
    parameters.putAll(read.extraParameters());
    return parameters.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\" = \"" + entry.getValue() + "\"")
        .collect(Collectors.joining(", "));
  }

  private String qualified() {
    return TableSql.quoted(database) + "." + TableSql.quoted(table);
  }

  /** A column, a column before the change, or an expression as it is. */
  private String column(String text, boolean hll) {
    boolean before = text.startsWith("before.");
    String name = before ? text.substring("before.".length()) : text;
    if (!before && !hll && !text.matches("[\\p{L}_][\\p{L}\\p{N}_$]*")) {
      return expression(text);
    } else if (!before && isHidden(text)) {
      return spelling.hidden(text);
    }
    String column =
        TableSql.quoted(before ? "__BEFORE__" + name + "__" : WriteSql.real(spelling.sql(name)));
    if (hll) {
      return "IF(" + column + " IS NULL, NULL, HLL_CARDINALITY(" + column + "))";
    }
    return TypeText.of(columns.type(name)).base().equals("BITMAP")
        ? "BITMAP_TO_STRING(" + column + ")"
        : column;
  }

  private String expression(String text) {
    String result = spelling.sql(text).replaceAll("\\bbefore\\.(\\w+)", "__BEFORE__$1__");
    for (String hidden : List.of("op", "tso", "lsn")) {
      if (columns.type(hidden).isEmpty()) {
        result =
            result.replaceAll("(?<![\\w`.'])" + hidden + "(?![\\w`.'(])", spelling.hidden(hidden));
      }
    }
    return result;
  }

  private String orderBy(Read read) {
    List<String> keys =
        read.orderedBy().stream()
            .filter(key -> !read.via().equals("table") || !isHidden(key))
            .map(this::sortKey)
            .toList();
    return keys.isEmpty() ? "" : " ORDER BY " + String.join(", ", keys);
  }

  private boolean isHidden(String key) {
    return List.of("tso", "lsn", "op").contains(key) && columns.type(key).isEmpty();
  }

  private String sortKey(String text) {
    String[] words = text.split("\\s+", 2);
    String direction = words.length == 2 ? " " + words[1] : "";
    return (isHidden(words[0]) ? spelling.hidden(words[0]) : column(words[0], false)) + direction;
  }
}
