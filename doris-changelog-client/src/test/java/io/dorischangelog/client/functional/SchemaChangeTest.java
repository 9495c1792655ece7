package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.RowMapper;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns that come, go and turn into others while a table is read. */
@ExtendWith(LeakCheck.class)
class SchemaChangeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RecordingListener events = new RecordingListener();

  private ChangelogReaderBuilder fromNow(StudentTable table) {
    return table
        .reader()
        .listener(events)
        .scanMode(ScanMode.fromTimestamp(table.clock().instant()));
  }

  private static void write(StudentTable table, String... statements) {
    table.run(statements);
    table.passSecond();
  }

  private static List<String> names(TableSchema schema) {
    return schema.columns().stream().map(Column::name).toList();
  }

  @ParameterizedTest
  @EnumSource
  void addedAndDroppedColumnsAreFollowed(IncrementType type) {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).incrementType(type).build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=Ann, age=18}");
      write(
          table,
          "ALTER TABLE t ADD COLUMN city VARCHAR(20) DEFAULT 'x' AFTER id",
          "INSERT INTO t VALUES (2, 'Rome', 'Bob', 19)");
      assertThat(StudentTable.take(reader, 1))
          .containsExactly("+I {id=2, city=Rome, name=Bob, age=19}");
      assertThat(names(reader.schema())).containsExactly("id", "city", "name", "age");
      write(table, "ALTER TABLE t DROP COLUMN name", "INSERT INTO t VALUES (3, 'Oslo', 20)");
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=3, city=Oslo, age=20}");
    }
    assertThat(events.events("schemaChanged"))
        .containsExactly(
            "schemaChanged [id int, name varchar(50), age int]"
                + " -> [id int, city varchar(20), name varchar(50), age int]",
            "schemaChanged [id int, city varchar(20), name varchar(50), age int]"
                + " -> [id int, city varchar(20), age int]");
  }

  @Test
  void everyTableKindFollows() {
    for (StudentTable kind :
        List.of(StudentTable.withoutHistory(), StudentTable.duplicate(), StudentTable.unique())) {
      try (StudentTable table = kind;
          ChangelogReader reader = fromNow(table).build()) {
        write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
        StudentTable.take(reader, 1);
        write(
            table,
            "ALTER TABLE t ADD COLUMN city VARCHAR(20)",
            "INSERT INTO t VALUES (2, 'Bob', 19, 'Rome')");
        assertThat(StudentTable.take(reader, 1).get(0))
            .endsWith("{id=2, name=Bob, age=19, city=Rome}");
      }
    }
  }

  @Test
  void aColumnThatIsReplacedByOneOfAnotherTypeIsFollowed() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      reader.next();
      int id = 1;
      for (String type : List.of("string", "bigint", "smallint", "decimal(10,2)")) {
        id++;
        write(
            table,
            "ALTER TABLE t DROP COLUMN age",
            "ALTER TABLE t ADD COLUMN age " + type,
            "INSERT INTO t VALUES (" + id + ", 'Bob', 5)");
        Row row = reader.next().row();
        assertThat(row.columns().get(2)).hasToString("age " + type);
        assertThat(row.getObject("age").toString()).startsWith("5");
      }
    }
    assertThat(events.events("schemaChanged")).hasSize(4);
  }

  @Test
  void aColumnRenamedIsFollowed() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      StudentTable.take(reader, 1);
      write(
          table,
          "ALTER TABLE t DROP COLUMN age",
          "ALTER TABLE t ADD COLUMN years INT",
          "INSERT INTO t VALUES (2, 'Bob', 19)");
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, years=19}");
    }
  }

  @Test
  void theWindowIsPlannedAgainAndNothingOfItIsLostOrRepeated() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).build()) {
      Fault plan = table.server().faults().onHttp().matching("DESC").hang();
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19)");
      CompletableFuture<List<String>> read =
          CompletableFuture.supplyAsync(() -> StudentTable.take(reader, 2));
      assertThat(plan.awaitHits(1, PATIENCE)).isTrue(); // The window was planned for old columns.
      table.run("ALTER TABLE t ADD COLUMN city VARCHAR(20) DEFAULT 'Rome'");
      plan.release();
      assertThat(read.get())
          .containsExactly(
              "+I {id=1, name=Ann, age=18, city=Rome}", "+I {id=2, name=Bob, age=19, city=Rome}");
      assertThat(windowsAsked(table, "`age`")).hasSize(2).allMatch(sql -> sql.contains(SECOND));
    }
    assertThat(events.events("retrying")).isEmpty();
  }

  private static final String SECOND = "'endTimestamp' = '2026-10-01 10:00:02'";

  private static List<String> windowsAsked(StudentTable table, String part) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("ORDER BY") && sql.contains(part))
        .toList();
  }

  @Test
  void aTransactionReadHalfGoesOnWithTheNewColumns() throws InterruptedException {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).batchSize(1).build()) {
      Fault cut = table.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(1);
      Fault again = table.server().faults().onPlan().matching("ORDER BY").after(1).hang();
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19), (3, 'Cid', 20)");
      ChangeBatch first = reader.poll(PATIENCE);
      assertThat(first.rowCount()).isOne();
      assertThat(names(first.schema())).containsExactly("id", "name", "age");
      assertThat(cut.hits()).isOne();
      assertThat(again.awaitHits(1, PATIENCE)).isTrue();
      table.run("ALTER TABLE t DROP COLUMN age");
      again.release();
      assertThat(StudentTable.take(reader, 2))
          .containsExactly("+I {id=2, name=Bob}", "+I {id=3, name=Cid}");
    }
  }

  @Test
  void windowsReadAheadHaveTheColumnsTheyWereReadWith() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).maxWindow(Duration.ofSeconds(1)).build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      ChangeBatch first = reader.poll(PATIENCE);
      write(
          table,
          "ALTER TABLE t ADD COLUMN city VARCHAR(20)",
          "INSERT INTO t VALUES (2, 'Bob', 19, 'Rome')");
      assertThat(names(first.schema())).containsExactly("id", "name", "age");
      assertThat(StudentTable.take(reader, 1))
          .containsExactly("+I {id=2, name=Bob, age=19, city=Rome}");
    }
  }

  @Test
  void selectedColumnsStayWhateverBecomesOfTheOthers() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).columns("name").build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {name=Ann}");
      write(
          table,
          "ALTER TABLE t ADD COLUMN city VARCHAR(20) FIRST",
          "ALTER TABLE t DROP COLUMN age",
          "INSERT INTO t (id, name) VALUES (2, 'Bob')");
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {name=Bob}");
    }
    assertThat(events.events("schemaChanged")).isEmpty();
  }

  @Test
  void aSelectedColumnThatIsDroppedStopsTheReadAndANewReaderGoesOn() {
    MemoryOffsetStore store = new MemoryOffsetStore();
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      ScanMode mode = ScanMode.fromTimestamp(start);
      try (ChangelogReader reader =
          fromNow(table).columns("id", "age").offsetStore(store, "c").build()) {
        write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
        StudentTable.take(reader, 1);
        reader.commit();
        write(table, "ALTER TABLE t DROP COLUMN age", "INSERT INTO t VALUES (2, 'Bob')");
        assertThatExceptionOfType(SchemaChangedException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("`age` is gone")
            .withMessageContaining("Nothing was skipped")
            .satisfies(e -> assertThat(e.columns()).containsExactly("age"))
            .satisfies(e -> assertThat(e.isRetryable()).isFalse());
        assertThatExceptionOfType(SchemaChangedException.class).isThrownBy(reader::next);
      }
      try (ChangelogReader reader =
          table.reader().scanMode(mode).columns("id").offsetStore(store, "c").build()) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2}");
      }
    }
  }

  @Test
  void aSelectedColumnOfAnotherTypeStopsTheReadThoughTheServerSendsIt() {
    for (String type : List.of("SMALLINT", "BIGINT", "STRING")) {
      try (StudentTable table = StudentTable.unique();
          ChangelogReader reader = fromNow(table).columns("id", "age").build()) {
        write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
        StudentTable.take(reader, 1);
        write(
            table,
            "ALTER TABLE t DROP COLUMN age",
            "ALTER TABLE t ADD COLUMN age " + type,
            "INSERT INTO t VALUES (2, 'Bob', 19)");
        assertThatExceptionOfType(SchemaChangedException.class)
            .isThrownBy(reader::next)
            .withMessageContaining(
                "`age` is " + type.toLowerCase(Locale.ROOT) + " now and was int");
      }
    }
  }

  @Test
  void aColumnOfTheFilterThatIsDroppedStopsTheRead() {
    try (StudentTable table = StudentTable.duplicate();
        ChangelogReader reader = fromNow(table).filter("age > 10").build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      StudentTable.take(reader, 1);
      write(table, "ALTER TABLE t DROP COLUMN age", "INSERT INTO t VALUES (2, 'Bob')");
      assertThatExceptionOfType(SchemaChangedException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("`age` is gone")
          .withMessageContaining("filter");
    }
  }

  @Test
  void aColumnThatIsBackInTimeIsReadOn() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).columns("id", "age").build()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      table.run("ALTER TABLE t DROP COLUMN age");
      Fault question = table.server().faults().onHttp().matching("DESC").hang();
      CompletableFuture<List<String>> read =
          CompletableFuture.supplyAsync(() -> StudentTable.take(reader, 1));
      assertThat(question.awaitHits(1, PATIENCE)).isTrue(); // The window was refused.
      table.run("ALTER TABLE t ADD COLUMN age INT DEFAULT '3'");
      question.release();
      assertThat(read.get()).containsExactly("+I {id=1, age=3}");
    }
  }

  @Test
  void closeEndsTheQuestionForTheColumns() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = fromNow(table).build();
      Fault question = table.server().faults().onHttp().matching("DESC").hang();
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      CompletableFuture<Boolean> read = CompletableFuture.supplyAsync(reader::hasNext);
      assertThat(question.awaitHits(1, PATIENCE)).isTrue();
      long start = System.nanoTime();
      reader.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      assertThat(read.get()).isFalse();
      question.remove();
    }
  }

  @Test
  void splitsOfASnapshotFollow() {
    try (StudentTable table = StudentTable.partitioned()) {
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18), (101, 'Bob', 19), (201, 'Cid', 20)");
      try (ChangelogReader reader =
          table.reader().listener(events).scanMode(ScanMode.initial()).build()) {
        table.run(
            "ALTER TABLE t DROP COLUMN age",
            "ALTER TABLE t ADD COLUMN city VARCHAR(9) DEFAULT 'x'");
        assertThat(StudentTable.take(reader, 3))
            .containsExactlyInAnyOrder(
                "+S {id=1, name=Ann, city=x}",
                "+S {id=101, name=Bob, city=x}",
                "+S {id=201, name=Cid, city=x}");
        write(table, "INSERT INTO t VALUES (2, 'Dan', 'y')");
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Dan, city=y}");
      }
    }
    assertThat(events.events("schemaChanged")).hasSize(1);
  }

  record Student(Integer id, String name) {}

  @Test
  void aTypedViewStaysWhileItsColumnsDo() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = fromNow(table).build()) {
      RowMapper<Student> mapper = RowMapper.of(Student.class, reader.schema());
      write(table, "INSERT INTO t VALUES (1, 'Ann', 18)");
      assertThat(reader.next().row().to(mapper)).isEqualTo(new Student(1, "Ann"));
      write(
          table,
          "ALTER TABLE t DROP COLUMN age",
          "ALTER TABLE t ADD COLUMN city STRING AFTER id",
          "INSERT INTO t VALUES (2, 'Rome', 'Bob')");
      assertThat(reader.next().row().to(mapper)).isEqualTo(new Student(2, "Bob"));
      write(table, "ALTER TABLE t DROP COLUMN name", "INSERT INTO t VALUES (3, 'Oslo')");
      Change last = reader.next();
      assertThatExceptionOfType(SchemaChangedException.class)
          .isThrownBy(() -> last.row().to(mapper))
          .withMessageContaining("`name` has no column");
      assertThat(last.toString()).isEqualTo("+I {id=3, city=Oslo}");
    }
  }
}
