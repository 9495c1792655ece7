package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.scan.ColumnPredicate;
import io.dorischangelog.client.scan.ColumnPredicate.Comparison;
import io.dorischangelog.client.scan.ColumnPredicate.In;
import io.dorischangelog.client.scan.ColumnPredicate.IsNull;
import io.dorischangelog.client.scan.ColumnPredicate.Not;
import io.dorischangelog.client.scan.ColumnPredicate.Operator;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** Random conditions over random rows: the server finds those that Java finds. */
class ColumnPredicatePropertyTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "A",
          "a ",
          " a",
          "ab",
          "ä",
          "ß",
          "日本",
          "😀",
          "\uFFFD",
          "it's",
          "\"q\"",
          "%",
          "_",
          "--",
          "/*",
          "'; DROP TABLE t; --",
          "`",
          "\n",
          "\t",
          "a\\b",
          "\\",
          "\\'",
          "NULL",
          "\\n");

  /** By column: its type, and values of it. */
  private static final Map<String, Column> COLUMNS = new TreeMap<>();

  private static final int ROWS = 80;
  private static @Nullable DorisTestServer server;
  private static List<Row> rows = List.of();

  private record Column(String type, List<?> values) {}

  static {
    COLUMNS.put("flag", new Column("BOOLEAN", List.of(true, false)));
    COLUMNS.put("tiny", new Column("TINYINT", List.of(-128, -1, 0, 1, 127)));
    COLUMNS.put("big", new Column("BIGINT", List.of(Long.MIN_VALUE, -1L, 0L, 5L, Long.MAX_VALUE)));
    COLUMNS.put(
        "large",
        new Column(
            "LARGEINT",
            List.of(BigInteger.TWO.pow(126).negate(), BigInteger.ZERO, BigInteger.TEN)));
    COLUMNS.put("dec", new Column("DECIMAL(12,3)", decimals("-1.5", "0", "0.001", "1.5", "1000")));
    COLUMNS.put("wide", new Column("DECIMAL(38,20)", decimals("-7", "1e-20", "5", "99999")));
    COLUMNS.put(
        "day", new Column("DATE", List.of(LocalDate.of(2026, 2, 28), LocalDate.of(1, 1, 1))));
    COLUMNS.put("sec", new Column("DATETIME", times("0001-01-01T00:00:00", "2026-10-25T02:30:00")));
    COLUMNS.put(
        "mic",
        new Column(
            "DATETIME(6)",
            times(
                "2026-10-25T02:30:00",
                "2026-10-25T02:30:00.000001",
                "2026-10-25T02:30:00.100000")));
    COLUMNS.put("fix", new Column("CHAR(40)", TEXTS));
    COLUMNS.put("o-d d", new Column("VARCHAR(80)", TEXTS));
    COLUMNS.put("txt", new Column("STRING", TEXTS));
  }

  private static List<BigDecimal> decimals(String... texts) {
    return Arrays.stream(texts).map(BigDecimal::new).toList();
  }

  private static List<LocalDateTime> times(String... texts) {
    return Arrays.stream(texts).map(LocalDateTime::parse).toList();
  }

  @BeforeContainer
  static void fill() {
    ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
    DorisTestServer started = DorisTestServer.builder().clock(clock).start();
    server = started;
    started.execute("CREATE DATABASE test");
    started.execute(
        COLUMNS.entrySet().stream()
            .map(column -> quoted(column.getKey()) + " " + column.getValue().type())
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE TABLE test.t (id INT, ",
                    ") DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES"
                        + " (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\")")));
    Random random = new Random(7);
    started.execute(
        IntStream.range(0, ROWS)
            .mapToObj(id -> row(id, random))
            .collect(Collectors.joining(", ", "INSERT INTO test.t VALUES ", "")));
    clock.advance(Duration.ofSeconds(1));
    rows = read(reader());
  }

  @AfterContainer
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Written in other ways than those that are tested. */
  private static String row(int id, Random random) {
    return COLUMNS.values().stream()
        .map(column -> random.nextInt(4) == 0 ? "NULL" : sql(column.values(), random))
        .collect(Collectors.joining(", ", "(" + id + ", ", ")"));
  }

  private static String sql(List<?> values, Random random) {
    Object value = values.get(random.nextInt(values.size()));
    return value instanceof Number || value instanceof Boolean
        ? (value instanceof BigDecimal number ? number.toPlainString() : value.toString())
        : "'"
            + value
                .toString()
                .replace("\\", "\\\\")
                .replace("'", "\\'")
                .replace("T", value instanceof String ? "T" : " ")
            + "'";
  }

  private static ChangelogReaderBuilder reader() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table("test.t");
  }

  private static List<Row> read(ChangelogReaderBuilder builder) {
    List<Row> read = new ArrayList<>();
    try (ChangelogReader reader = builder.build()) {
      reader.forEachRemaining(change -> read.add(change.row()));
    }
    return read;
  }

  @Property(tries = 150)
  void theServerFindsTheRowsThatJavaFinds(@ForAll("predicates") ColumnPredicate predicate) {
    assertThat(rows).hasSize(ROWS);
    List<Integer> found =
        read(reader().filter(predicate.toFilter())).stream().map(row -> row.getInt("id")).toList();
    List<Integer> expected =
        rows.stream()
            .filter(row -> PredicateInJava.isTrue(predicate, row))
            .map(row -> row.getInt("id"))
            .toList();
    assertThat(found).as(predicate.toFilter()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Provide
  Arbitrary<ColumnPredicate> predicates() {
    return Arbitraries.lazyOf(
        ColumnPredicatePropertyTest::comparisons,
        ColumnPredicatePropertyTest::comparisons,
        ColumnPredicatePropertyTest::lists,
        () -> columns().flatMap(c -> Arbitraries.of(true, false).map(is -> new IsNull(c, is))),
        () -> predicates().map(Not::new),
        () -> predicates().list().ofMinSize(1).ofMaxSize(3).map(ColumnPredicate::and),
        () -> predicates().list().ofMinSize(1).ofMaxSize(3).map(ColumnPredicate::or));
  }

  private static Arbitrary<String> columns() {
    return Arbitraries.of(List.copyOf(COLUMNS.keySet()));
  }

  private static Arbitrary<Object> values(String column) {
    return Arbitraries.of(List.copyOf(Objects.requireNonNull(COLUMNS.get(column)).values()));
  }

  private static Arbitrary<ColumnPredicate> comparisons() {
    return columns()
        .flatMap(
            column ->
                Combinators.combine(Arbitraries.of(Operator.class), values(column))
                    .as((operator, value) -> new Comparison(column, operator, value)));
  }

  private static Arbitrary<ColumnPredicate> lists() {
    return columns()
        .flatMap(
            column ->
                values(column)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(4)
                    .map(values -> new In(column, values)));
  }
}
