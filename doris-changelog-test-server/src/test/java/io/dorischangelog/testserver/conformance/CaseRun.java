package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.conformance.ConformanceCase.Operation;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Plays one case against one server and notes where the two differ. */
final class CaseRun {
  private static final double LONGEST_REAL_WAIT_SECONDS = 60;

  /** Sessions left idle for longer than this are opened anew: servers end them some time. */
  private static final double LONGEST_IDLE_SECONDS = 3_600;

  private final ConformanceCase testCase;
  private final Target target;
  private final String database;
  private final CurrentColumns columns;
  private final DdlPhrases phrases;
  private final Outcome outcome = new Outcome();
  private SqlDoor mysql;
  private SqlDoor flight;

  private CaseRun(ConformanceCase testCase, Target target) {
    this.testCase = testCase;
    this.target = target;
    database = target.newDatabase();
    columns = new CurrentColumns(testCase.table().map(Table::columns).orElse(List.of()));
    phrases = new DdlPhrases(target.spelling(), database, testCase.table());
  }

  /** Plays a case in a database of its own, which it drops again. */
  static Outcome play(ConformanceCase testCase, Target target) {
    CaseRun run = new CaseRun(testCase, target);
    run.openDoors();
    try {
      run.play();
    } finally {
      run.mysql.execute("DROP DATABASE " + TableSql.quoted(run.database) + " FORCE");
      run.closeDoors();
    }
    return run.outcome;
  }

  private void openDoors() {
    mysql = target.openMysql();
    flight = target.openFlight();
    mysql.execute("CREATE DATABASE IF NOT EXISTS " + TableSql.quoted(database));
    for (SqlDoor door : List.of(mysql, flight)) {
      door.execute("USE " + TableSql.quoted(database));
      door.execute("SET time_zone = '+00:00'");
    }
  }

  private void closeDoors() {
    flight.close();
    mysql.close();
  }

  private void play() {
    try {
      prepare();
      Timeline timeline = new Timeline(target.time(), incremental());
      timeline.afterStep(0);
      readsAt(0, timeline);
      for (int step = 1; step <= testCase.transactions().size(); step++) {
        timeline.beforeStep(step);
        step(testCase.transactions().get(step - 1));
        readsAt(step, timeline);
      }
    } catch (CannotExpress e) {
      outcome.skip(e.getMessage());
    } catch (SqlDoor.Refused e) {
      outcome.fail("a statement was refused that should work: " + e.getMessage());
    }
  }

  private void prepare() {
    if (testCase.table().isPresent()) {
      Table table = testCase.table().get();
      mysql.execute(TableSql.create(table, qualified(table), target.spelling(), Map.of()));
    }
  }

  private List<Read> incremental() {
    return testCase.reads().stream().filter(read -> !read.via().equals("rule")).toList();
  }

  private String qualified(Table table) {
    return TableSql.quoted(database) + "." + TableSql.quoted(table.name());
  }

  /** The reads of this moment; those that name the gap behind the step come after it. */
  private void readsAt(int step, Timeline timeline) {
    int last = testCase.transactions().size();
    List<Read> reads =
        testCase.reads().stream().filter(read -> Moment.step(read.at(), last) == step).toList();
    reads.stream()
        .filter(read -> !Timeline.needsGap(read, step))
        .forEach(read -> read(read, timeline));
    if (step > 0) {
      timeline.afterStep(step);
    }
    reads.stream()
        .filter(read -> Timeline.needsGap(read, step))
        .forEach(read -> read(read, timeline));
  }

  private void step(List<Operation> operations) {
    boolean together = operations.size() > 1;
    if (together) {
      mysql.execute("BEGIN");
    }
    for (Operation operation : operations) {
      expecting(operation, () -> run(operation, together));
    }
    if (together) {
      mysql.execute("COMMIT");
    }
  }

  private void expecting(Operation operation, Runnable action) {
    try {
      action.run();
    } catch (SqlDoor.Refused e) {
      String expected = operation.expectError().orElseThrow(() -> e);
      if (!target.spelling().says(e.getMessage(), expected)) {
        outcome.fail(
            operation.kind() + ": expected error '" + expected + "', got '" + e.getMessage() + "'");
      }
      return;
    }
    operation
        .expectError()
        .ifPresent(
            expected ->
                outcome.fail(
                    operation.kind()
                        + operation.sql().map(sql -> " " + sql).orElse("")
                        + ": expected error '"
                        + expected
                        + "', got success"));
  }

  private void run(Operation operation, boolean together) {
    switch (operation.kind()) {
      case "WAIT" -> pass(operation.seconds());
      case "DDL" -> define(operation.sql().orElseThrow(() -> new CannotExpress("DDL without sql")));
      case "FLEXIBLE_PARTIAL_UPDATE" -> {
        if (together) {
          throw new CannotExpress("a flexible partial update inside a larger transaction");
        }
        target.loadFlexibly(database, table().name(), operation.rows());
      }
      default -> write(operation, together);
    }
  }

  private Table table() {
    return testCase.table().orElseThrow(() -> new CannotExpress("rows without a table"));
  }

  private void pass(double seconds) {
    if (!target.time().manual() && seconds > LONGEST_REAL_WAIT_SECONDS) {
      throw new CannotExpress("waiting " + seconds + " s needs a manual clock");
    }
    boolean idle = seconds > LONGEST_IDLE_SECONDS;
    if (idle) {
      closeDoors();
    }
    target.time().pass(Duration.ofMillis(Math.round(seconds * 1_000)));
    if (idle) {
      openDoors();
    }
  }

  private void define(String text) {
    String sql = phrases.statement(text);
    mysql.execute(sql);
    columns.apply(sql);
  }

  private void write(Operation operation, boolean together) {
    if (testCase.table().isEmpty() && operation.sql().isPresent()) {
      mysql.execute(target.spelling().sql(operation.sql().get()));
      return;
    }
    WriteSql.Batch batch = new WriteSql(qualified(table()), table().keys(), columns).of(operation);
    boolean several = batch.statements().size() > 1 && !together;
    batch.settings().forEach(mysql::execute);
    try {
      if (several) {
        mysql.execute("BEGIN");
      }
      batch.statements().stream().map(target.spelling()::sql).forEach(mysql::execute);
      if (several) {
        mysql.execute("COMMIT");
      }
    } finally {
      batch.resets().forEach(mysql::execute);
    }
  }

  private void read(Read read, Timeline timeline) {
    try {
      if (read.via().equals("rule")) {
        FoldingRule.cases(read).forEach(rule -> outcome.add(CaseRun.play(rule, target)));
      } else {
        new ReadCheck(target.spelling(), outcome, database, tableName(), columns)
            .check(read, timeline, List.of(mysql, flight));
      }
    } catch (CannotExpress e) {
      outcome.skip(read.label() + ": " + e.getMessage());
    }
  }

  private String tableName() {
    return testCase.table().map(Table::name).orElse("");
  }
}
