package io.dorischangelog.examples;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.DorisTestServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The main job in one program: a table's rows, then its changes as they happen, then a restart that
 * goes on where the first run stopped. Runs on the embedded stand-in, so it needs no Doris.
 */
public final class Quickstart {
  private static final String TABLE = "test.student_changelog_source";

  private static final List<String> CREATE =
      List.of(
          "CREATE DATABASE IF NOT EXISTS test",
          """
          CREATE TABLE test.student_changelog_source (
              id INT,
              name VARCHAR(50),
              age INT
          )
          UNIQUE KEY(id)
          DISTRIBUTED BY HASH(id) BUCKETS 1
          PROPERTIES (
              "replication_num" = "1",
              "changelog.enable" = "true",
              "changelog.need_historical_value" = "true",
              "changelog.ttl_seconds" = "86400"
          )\
          """,
          "INSERT INTO test.student_changelog_source VALUES (1, 'Alice', 18)");

  private final DorisTestServer server;
  private final Path offsets;
  private final PrintStream out;
  private final ChangeTable table;

  private Quickstart(DorisTestServer server, Path offsets, PrintStream out) {
    this.server = server;
    this.offsets = offsets;
    this.out = out;
    this.table = new ChangeTable(out);
  }

  /** Runs the program; exit code 1 and a reason if anything is not as it must be. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (!run(System.out)) {
      System.exit(1);
    }
  }

  /** Runs it and says whether all went as it must. */
  static boolean run(PrintStream out) throws IOException, InterruptedException {
    Path offsets = Files.createTempDirectory("quickstart-offsets");
    try (DorisTestServer server = DorisTestServer.start()) {
      new Quickstart(server, offsets, out).run();
      return true;
    } catch (SQLException | ChangelogException | IllegalStateException e) {
      out.println("quickstart failed: " + e.getMessage());
      return false;
    } finally {
      delete(offsets);
    }
  }

  private void run() throws SQLException, InterruptedException {
    try (Connection doris = DriverManager.getConnection(server.jdbcUrl(), "root", "");
        Statement sql = doris.createStatement()) {
      out.println("A stand-in for Doris 5.0 answers at " + server.httpAddress());
      for (String statement : CREATE) {
        sql.execute(statement);
      }
      passSecond(sql);
      Counts first = firstRun(sql);
      int resumed = secondRun(sql);
      out.printf(
          "%nquickstart ok: snapshot=%d changes=%d resumed=%d%n",
          first.snapshot(), first.changes(), resumed);
    }
  }

  private record Counts(int snapshot, int changes) {}

  private Counts firstRun(Statement sql) throws SQLException {
    try (ChangelogReader reader = open()) {
      table.title("The table's rows, then its changes as they happen");
      table.print(expect(reader, "+S"));
      sql.execute("INSERT INTO " + TABLE + " VALUES (2, 'Bob', 20)");
      table.print(expect(reader, "+I"));
      sql.execute("UPDATE " + TABLE + " SET age = 19 WHERE id = 1");
      table.print(expect(reader, "-U"));
      table.print(expect(reader, "+U"));
      sql.execute("DELETE FROM " + TABLE + " WHERE id = 2");
      table.print(expect(reader, "-D"));
      return new Counts(1, 4);
    }
  }

  private int secondRun(Statement sql) throws SQLException {
    sql.execute("INSERT INTO " + TABLE + " VALUES (3, 'Carol', 21)");
    sql.execute("INSERT INTO " + TABLE + " VALUES (4, 'Dave', 22)");
    try (ChangelogReader reader = open()) {
      table.title("Two changes were made while nobody read; a new reader gets exactly these");
      table.print(expect(reader, "+I"));
      table.print(expect(reader, "+I"));
      return 2;
    }
  }

  // region reader
  private ChangelogReader open() {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(TABLE)
        .scanMode(ScanMode.initial())
        .offsetStore(FileOffsetStore.in(offsets), "student-sync")
        .pollInterval(Duration.ofSeconds(1))
        .build();
  }

  // endregion

  private static Change expect(ChangelogReader reader, String sign) {
    Change change = reader.next();
    if (!change.kind().sign().equals(sign)) {
      throw new IllegalStateException("expected " + sign + " but got " + change);
    }
    reader.commit();
    return change;
  }

  /** A snapshot shows what was committed before the server's present second began. */
  private static void passSecond(Statement sql) throws SQLException, InterruptedException {
    long first = second(sql);
    while (second(sql) == first) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static long second(Statement sql) throws SQLException {
    try (var rows =
        sql.executeQuery("SELECT CURRENT_TSO_PHYSICAL_TIME FROM information_schema.tso_status")) {
      rows.next();
      return rows.getLong(1) / 1000;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
