package io.dorischangelog.flink;

import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.DorisTestServerBuilder;
import io.dorischangelog.testserver.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A stand-in on a manual clock, with what tests of the connector do to it. */
final class Doris implements AutoCloseable {
  static final String START = "2026-10-09T10:00:00Z";

  private final ManualClock clock = ManualClock.at(START);
  private final DorisTestServer server;

  private Doris(UnaryOperator<DorisTestServerBuilder> settings) {
    server = settings.apply(DorisTestServer.builder().clock(clock)).start();
    server.execute("CREATE DATABASE test");
    passSecond();
  }

  static Doris start() {
    return new Doris(builder -> builder);
  }

  static Doris start(UnaryOperator<DorisTestServerBuilder> settings) {
    return new Doris(settings);
  }

  DorisTestServer server() {
    return server;
  }

  /** Creates {@code test.<name>} with a changelog and historical values. */
  Doris uniqueTable(String name, String columns, int buckets) {
    return table(name, columns, "UNIQUE KEY(id)", buckets, true);
  }

  Doris table(String name, String columns, String key, int buckets, boolean history) {
    server.execute(
        "CREATE TABLE test."
            + name
            + " ("
            + columns
            + ") "
            + key
            + " DISTRIBUTED BY HASH(id) BUCKETS "
            + buckets
            + " PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\""
            + (history ? ", \"changelog.need_historical_value\" = \"true\"" : "")
            + ")");
    passSecond();
    return this;
  }

  /** Runs statements, each a transaction of its own, and lets a second pass. */
  void run(String... statements) {
    Arrays.stream(statements).forEach(server::execute);
    passSecond();
  }

  /** Inserts, or overwrites, rows {@code (id, 'word id')} in one transaction. */
  Doris insert(int first, int last, String word) {
    run(
        IntStream.rangeClosed(first, last)
            .mapToObj(id -> "(" + id + ", '" + word + " " + id + "')")
            .collect(Collectors.joining(", ", "INSERT INTO test.t VALUES ", "")));
    return this;
  }

  List<List<@Nullable Object>> query(String sql) {
    return server.execute(sql);
  }

  void passSecond() {
    clock.advance(Duration.ofSeconds(1));
  }

  /** The server's second, as DATETIME prints it. */
  String now() {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC)
        .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT));
  }

  ManualClock clock() {
    return clock;
  }

  /** The statements of a script file, with this server's ports for the usual ones. */
  List<String> script(String name) {
    try (InputStream in = Doris.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no script " + name);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String here =
          text.replace("'127.0.0.1:8030'", "'" + server.httpAddress() + "'")
              .replace("'jdbc:mysql://127.0.0.1:9030'", "'" + server.jdbcUrl() + "'");
      return Arrays.stream(here.split(";\\s*(\n|$)"))
          .map(String::trim)
          .filter(statement -> !statement.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
