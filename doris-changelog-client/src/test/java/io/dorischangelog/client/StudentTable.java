package io.dorischangelog.client;

import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.DorisTestServerBuilder;
import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A stand-in on a manual clock with one table of students, and readers of it that look for changes
 * every few milliseconds instead of seconds.
 */
public final class StudentTable implements AutoCloseable {
  public static final String NAME = "test.student";
  private static final String START = "2026-10-01T10:00:00Z";

  private final ManualClock clock = ManualClock.at(START);
  private final DorisTestServer server;

  private StudentTable(UnaryOperator<DorisTestServerBuilder> settings, String create) {
    server = settings.apply(DorisTestServer.builder().clock(clock)).start();
    server.execute("CREATE DATABASE test");
    server.execute(create);
    passSecond();
  }

  /** A unique table with historical values. */
  public static StudentTable unique() {
    return unique(builder -> builder);
  }

  /** A unique table with historical values on a server with other settings. */
  public static StudentTable unique(UnaryOperator<DorisTestServerBuilder> settings) {
    return new StudentTable(settings, create("UNIQUE KEY(id)", changelog(true)));
  }

  /** A unique table without historical values. */
  public static StudentTable withoutHistory() {
    return new StudentTable(builder -> builder, create("UNIQUE KEY(id)", changelog(false)));
  }

  /** A duplicate-key table. */
  public static StudentTable duplicate() {
    return new StudentTable(builder -> builder, create("DUPLICATE KEY(id)", changelog(false)));
  }

  /** A unique table without a changelog. */
  public static StudentTable withoutChangelog() {
    return new StudentTable(builder -> builder, create("UNIQUE KEY(id)", ""));
  }

  /**
   * A unique table with historical values in three partitions (ids below 100, 200 and 300) of two
   * tablets each.
   */
  public static StudentTable partitioned() {
    return partitioned(builder -> builder, "UNIQUE KEY(id)", true);
  }

  /** The same without historical values. */
  public static StudentTable partitionedWithoutHistory() {
    return partitioned(builder -> builder, "UNIQUE KEY(id)", false);
  }

  /** The same as a duplicate-key table. */
  public static StudentTable partitionedDuplicate() {
    return partitioned(builder -> builder, "DUPLICATE KEY(id)", false);
  }

  /** A table in three partitions on a server with other settings. */
  public static StudentTable partitioned(
      UnaryOperator<DorisTestServerBuilder> settings, String key, boolean history) {
    String partitions =
        " PARTITION BY RANGE(id) (PARTITION p1 VALUES LESS THAN (\"100\"), PARTITION p2 VALUES"
            + " LESS THAN (\"200\"), PARTITION p3 VALUES LESS THAN (\"300\"))";
    return new StudentTable(settings, create(key + partitions, 2, changelog(history)));
  }

  private static String create(String key, String properties) {
    return create(key, 1, properties);
  }

  private static String create(String key, int buckets, String properties) {
    return "CREATE TABLE "
        + NAME
        + " (id INT, name VARCHAR(50), age INT) "
        + key
        + " DISTRIBUTED BY HASH(id) BUCKETS "
        + buckets
        + " PROPERTIES (\"replication_num\" = \"1\""
        + properties
        + ")";
  }

  private static String changelog(boolean history) {
    return ", \"changelog.enable\" = \"true\""
        + (history ? ", \"changelog.need_historical_value\" = \"true\"" : "");
  }

  public DorisTestServer server() {
    return server;
  }

  public ManualClock clock() {
    return clock;
  }

  /** Runs statements on the table, written {@code t}, each as a transaction of its own. */
  public void run(String... statements) {
    for (String statement : statements) {
      server.execute(statement.replace(" t ", " " + NAME + " "));
    }
  }

  /** Lets a second pass on the server, so that everything committed before can be read. */
  public void passSecond() {
    clock.advance(Duration.ofSeconds(1));
  }

  /** A builder of readers of this table, as root. */
  public ChangelogReaderBuilder reader() {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(NAME)
        .pollIntervalUnchecked(Duration.ofMillis(10));
  }

  /** Options of scans of this table, as root. */
  public ScanOptionsBuilder scan() {
    return ScanOptions.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(NAME);
  }

  /** Takes that many changes, as texts such as {@code +I {id=1, name=Ann, age=18}}. */
  public static List<String> take(ChangelogReader reader, int count) {
    List<String> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      changes.add(reader.next().toString());
    }
    return changes;
  }

  /** Takes all changes of a bounded read. */
  public static List<String> drain(ChangelogReader reader) {
    List<String> changes = new ArrayList<>();
    reader.forEachRemaining(change -> changes.add(change.toString()));
    return changes;
  }

  @Override
  public void close() {
    server.close();
  }
}
