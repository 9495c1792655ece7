package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.RecordedCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a look for changes costs that finds none. */
@ExtendWith(LeakCheck.class)
class IdlePollTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final StudentTable table = StudentTable.unique();

  @AfterEach
  void close() {
    table.close();
  }

  private ChangelogScan open() {
    return ChangelogScan.open(
        ScanOptions.builder()
            .frontEnds(table.server().httpAddress())
            .username("root")
            .password("")
            .table(StudentTable.NAME)
            .build());
  }

  private static Position end(ChangeStream stream) {
    while (stream.next(PATIENCE) != ChangeStream.Step.END) {
      // An idle table has no rows.
    }
    return stream.end();
  }

  private Position idlePoll(ChangelogScan scan, Position from) {
    table.passSecond();
    try (ChangeStream stream = scan.read(scan.planWindow(from).orElseThrow(), from)) {
      return end(stream);
    }
  }

  private Position warmedUp(ChangelogScan scan) {
    Position position =
        idlePoll(scan, Position.endOfWindow(table.clock().instant(), scan.context()));
    table.server().calls().clear();
    return position;
  }

  private List<String> operations() {
    return table.server().calls().all().stream()
        .filter(call -> !isArrivalOfStatement(call))
        .map(RecordedCall::operation)
        .toList();
  }

  /** A statement over HTTP is recorded when its call arrives and again when it is known. */
  private static boolean isArrivalOfStatement(RecordedCall call) {
    return call.operation().equals("POST /api/query") && call.sql().isEmpty();
  }

  @Test
  void aLookTakesFourCallsOneAfterTheOther() {
    try (ChangelogScan scan = open()) {
      idlePoll(scan, warmedUp(scan));
      assertThat(operations())
          .containsExactly("GET /api/tso", "GetFlightInfo", "POST /api/query", "DoGet");
      assertThat(table.server().calls().logins(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }

  @Test
  void whileTheSecondHasNotMovedOnlyTheClockIsAsked() {
    try (ChangelogScan scan = open()) {
      Position position = warmedUp(scan);
      assertThat(scan.planWindow(position)).isEmpty();
      assertThat(operations()).containsExactly("GET /api/tso");
    }
  }

  private void refuseOneSelect() {
    table
        .server()
        .faults()
        .onHttp()
        .matching("tso_status")
        .always()
        .answer(200, "{\"msg\":\"Error\",\"code\":1,\"data\":\"unknown table\",\"count\":0}");
  }

  @Test
  void whereOneSelectIsNotEnoughALookTakesSevenCalls() {
    refuseOneSelect();
    try (ChangelogScan scan = open()) {
      idlePoll(scan, warmedUp(scan));
      assertThat(operations())
          .containsExactlyInAnyOrder(
              "GET /api/tso",
              "GetFlightInfo",
              "GET /api/tso",
              "POST /api/query",
              "POST /api/query",
              "POST /api/query",
              "DoGet");
    }
  }

  @Test
  void theSeparateStatementsAreSentTogether() {
    refuseOneSelect();
    try (ChangelogScan scan = open()) {
      Position from = warmedUp(scan);
      Fault slow = table.server().faults().onHttp().matching("SHOW CREATE TABLE").hang();
      table.passSecond();
      try (ChangeStream stream = scan.read(scan.planWindow(from).orElseThrow(), from)) {
        while (answered() < 4) {
          assertThat(stream.next(Duration.ofMillis(5))).isEqualTo(ChangeStream.Step.NOT_YET);
        }
        slow.release();
        end(stream);
      }
    }
  }

  /** Both readings of the clock, and the two statements that are not held. */
  private long answered() {
    return table.server().calls().by(Protocol.HTTP).stream()
        .filter(call -> !isArrivalOfStatement(call))
        .filter(call -> !call.sql().contains("SHOW CREATE"))
        .count();
  }
}
