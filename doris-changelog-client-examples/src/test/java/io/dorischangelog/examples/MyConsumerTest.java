package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.DorisTestServerExtension;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.ManualClock;
import java.util.Map;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tests that the page about the test server shows. */
class MyConsumerTest {
  private static final ManualClock CLOCK = ManualClock.at("2026-10-01T10:00:00Z");

  @RegisterExtension
  static final DorisTestServerExtension DORIS =
      DorisTestServerExtension.perTest(DorisTestServer.builder().clock(CLOCK));

  @Test
  void readsWhatWasWritten(DorisTestServer server) {
    createTable(server);
    server.execute("INSERT INTO test.account VALUES (1, 10), (2, 20)");

    try (ChangelogReader reader = snapshotOf(server, "test.account")) {
      assertThat(reader.next().row().getInt("balance")).isEqualTo(10);
    }
  }

  @Test
  void aRefusedLoginIsAnError(DorisTestServer server) {
    createTable(server);
    breakManyThings(server).release();

    assertThatExceptionOfType(ChangelogException.class)
        .isThrownBy(() -> snapshotOf(server, "test.account").next());
  }

  private static Fault breakManyThings(DorisTestServer server) {
    server
        .faults()
        .onPlan()
        .matching("@incr")
        .times(3)
        .failWith(
            FlightStatusCode.UNAVAILABLE, "not visible yet", Map.of("doris-error-code", "5101"));
    server.faults().onFetch().cutAfterBatches(2); // the connection breaks in the middle
    server.faults().onFlightLogin().refuseLogin();
    server.faults().onPlan().endpoints(EndpointShape.parts(2).withEmpty(1, 0));
    Fault hang = server.faults().onFetch().hang(); // until hang.release() or the caller gives up
    server.backEnd(0).kill(); // and restart()
    return hang;
  }

  private static void createTable(DorisTestServer server) {
    server.execute("CREATE DATABASE test");
    server.execute(
        "CREATE TABLE test.account (id INT, balance INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id)"
            + " BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" ="
            + " \"true\")");
  }

  private static ChangelogReader snapshotOf(DorisTestServer server, String table) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(table)
        .scanMode(ScanMode.snapshot())
        .build();
  }
}
