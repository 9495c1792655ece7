package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import java.util.List;
import java.util.Optional;

/** Runs a read by each protocol and compares the answers with what the case expects. */
final class ReadCheck {
  private static final int MOST_ROWS_SHOWN = 40;

  private final Spelling spelling;
  private final Outcome outcome;
  private final ReadSql sql;

  ReadCheck(
      Spelling spelling, Outcome outcome, String database, String table, CurrentColumns columns) {
    this.spelling = spelling;
    this.outcome = outcome;
    sql = new ReadSql(spelling, database, table, columns);
  }

  void check(Read read, Timeline timeline, List<SqlDoor> doors) {
    boolean refused = read.expectError().isPresent();
    Optional<String> from = read.from().map(text -> timeline.text(text, refused));
    Optional<String> to = read.to().map(text -> timeline.text(text, refused));
    String query = sql.query(read, from, to);
    for (SqlDoor door : doors) {
      if (refused || read.expect().isPresent()) {
        check(read, query, door);
      }
      read.expectCount().ifPresent(count -> checkCount(read, count, from, to, door));
    }
  }

  private void check(Read read, String query, SqlDoor door) {
    List<List<Object>> rows;
    try {
      rows = door.execute(query);
    } catch (SqlDoor.Refused e) {
      boolean asExpected =
          read.expectError().filter(text -> spelling.says(e.getMessage(), text)).isPresent();
      if (!asExpected) {
        differ(read, query, door, wanted(read), "error '" + e.getMessage() + "'");
      }
      return;
    }
    if (read.expectError().isPresent() || !matches(read, rows)) {
      differ(read, query, door, wanted(read), shown(rows));
    }
  }

  private static boolean matches(Read read, List<List<Object>> rows) {
    List<JsonNode> expected = read.expect().orElseThrow();
    boolean ordered = read.via().equals("sql") || !read.orderedBy().isEmpty();
    return (read.exactOrder() && ordered)
        ? RowMatcher.sameOrder(expected, rows)
        : RowMatcher.anyOrder(expected, rows);
  }

  private void checkCount(
      Read read, long expected, Optional<String> from, Optional<String> to, SqlDoor door) {
    String query = sql.count(read, from, to);
    try {
      List<List<Object>> rows = door.execute(query);
      if (!rows.get(0).get(0).toString().equals(Long.toString(expected))) {
        differ(read, query, door, expected + " rows", rows.get(0).get(0) + " rows");
      }
    } catch (SqlDoor.Refused e) {
      differ(read, query, door, expected + " rows", "error '" + e.getMessage() + "'");
    }
  }

  private static String wanted(Read read) {
    return read.expectError()
        .map(text -> "error '" + text + "'")
        .orElseGet(() -> shown(read.expect().orElseThrow()));
  }

  private static String shown(List<?> rows) {
    return rows.size() <= MOST_ROWS_SHOWN
        ? rows.toString()
        : rows.subList(0, MOST_ROWS_SHOWN) + " and " + (rows.size() - MOST_ROWS_SHOWN) + " more";
  }

  private void differ(Read read, String query, SqlDoor door, String expected, String got) {
    outcome.fail(
        door.name()
            + ", read "
            + read.label()
            + "\n    "
            + query
            + "\n    expected "
            + expected
            + "\n    got      "
            + got);
  }
}
