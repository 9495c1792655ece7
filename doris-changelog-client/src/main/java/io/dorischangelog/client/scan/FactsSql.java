package io.dorischangelog.client.scan;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.server.TextTable;
import io.dorischangelog.client.internal.tso.Tso;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that ask for {@link TableFacts}, and how their answers are read. */
final class FactsSql {
  /** The statement endpoint gives no more rows than this, and does not say that it cut. */
  private static final int ROW_LIMIT = 10_000;

  private static final String TTL = "changelog.ttl_seconds";
  private static final String OLD_TTL = "binlog.ttl_seconds";

  private final String ofTable;

  FactsSql(TableId table) {
    ofTable =
        " WHERE TABLE_SCHEMA = "
            + QueryText.literal(table.database())
            + " AND TABLE_NAME = "
            + QueryText.literal(table.table());
  }

  /** One row per fact: what it is about, a value, and a second value where there is one. */
  String everything() {
    return "SELECT 'tso' AS fact, CAST(CURRENT_TSO AS STRING) AS v, '' AS detail"
        + " FROM information_schema.tso_status"
        + " UNION ALL SELECT 'created', CAST(UNIX_TIMESTAMP(CREATE_TIME) AS STRING), ''"
        + " FROM information_schema.tables"
        + ofTable
        + " UNION ALL SELECT 'property', PROPERTY_VALUE, PROPERTY_NAME"
        + " FROM information_schema.table_properties"
        + ofTable
        + " AND PROPERTY_NAME IN ('"
        + TTL
        + "', '"
        + OLD_TTL
        + "')"
        + " UNION ALL SELECT 'partition', CAST(PARTITION_ID AS STRING), PARTITION_NAME"
        + " FROM information_schema.partitions"
        + ofTable;
  }

  /** The creation time as an instant: the server converts it, so that its zone does not matter. */
  String creation() {
    return "SELECT UNIX_TIMESTAMP(CREATE_TIME) AS created FROM information_schema.tables" + ofTable;
  }

  String partitionsAfter(long id) {
    return "SELECT PARTITION_ID AS id, PARTITION_NAME AS name FROM information_schema.partitions"
        + ofTable
        + (id == Long.MIN_VALUE ? "" : " AND PARTITION_ID > " + id)
        + " ORDER BY PARTITION_ID LIMIT "
        + ROW_LIMIT;
  }

  /** Whether nothing was cut off at the end. */
  static boolean isWhole(TextTable answer) {
    return answer.rows().size() < ROW_LIMIT;
  }

  /** Reads the answer to {@link #everything}; empty without a clock. */
  static Optional<TableFacts> facts(TextTable answer) throws StatementFailure {
    Optional<Instant> now = Optional.empty();
    Optional<Instant> created = Optional.empty();
    Map<String, String> properties = new LinkedHashMap<>();
    Map<Long, String> partitions = new LinkedHashMap<>();
    for (int row = 0; row < answer.rows().size(); row++) {
      String value = answer.cell(row, "v");
      String detail = String.valueOf(answer.cell(row, "detail"));
      switch (String.valueOf(answer.cell(row, "fact"))) {
        case "tso" -> now = wholeNumber(value).filter(tso -> tso > 0).map(Tso::instant);
        case "created" -> created = wholeNumber(value).map(Instant::ofEpochSecond);
        case "property" -> properties.put(detail, String.valueOf(value));
        default -> partitions.put(id(value), detail);
      }
    }
    Optional<Duration> ttl =
        wholeNumber(properties.getOrDefault(TTL, properties.get(OLD_TTL))).map(Duration::ofSeconds);
    Optional<Map<Long, String>> known = Optional.of(partitions).filter(some -> !some.isEmpty());
    Optional<Instant> createdAt = created;
    return now.map(time -> new TableFacts(time, ttl, createdAt, known));
  }

  /** Reads the answer to {@link #creation}. */
  static Optional<Instant> creation(TextTable answer) {
    return answer.rows().isEmpty()
        ? Optional.empty()
        : wholeNumber(answer.cell(0, "created")).map(Instant::ofEpochSecond);
  }

  static long id(@Nullable String cell) throws StatementFailure {
    return wholeNumber(cell)
        .orElseThrow(
            () ->
                new StatementFailure(
                    StatementFailure.NO_CODE, "a partition has the id '" + cell + "'"));
  }

  /** A number that may be printed with a fraction of zeros, as UNIX_TIMESTAMP does. */
  static Optional<Long> wholeNumber(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      int point = text.indexOf('.');
      return Optional.of(Long.parseLong(point < 0 ? text : text.substring(0, point)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
