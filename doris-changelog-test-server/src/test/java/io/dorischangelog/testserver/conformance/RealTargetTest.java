package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.DorisTestServer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The mode for a server that runs somewhere, played on a stand-in that is reached over its ports
 * only and runs on a clock of its own, a hundred times as fast as the wall's.
 */
final class RealTargetTest {
  private static final int SPEED = 100;

  /** Some recorded cases that need gaps, waits, refusals, loads, raw records and DDL. */
  private static final List<String> CASES =
      List.of(
          "mow_mixed_workload_three_types",
          "min_delta_consecutive_windows",
          "dup_three_types_same_window",
          "schema_add_drop_add_back_column_raw",
          "flexible_partial_update_with_sequence",
          "concurrent_commits_rebased_before_images",
          "ttl_default_visible_and_delayed_expiry",
          "create_table_rejections",
          "incr_parameter_errors",
          "key_only_partial_update");

  /** Time since the start, so much faster. */
  private static InstantSource fastClock() {
    Instant start = Instant.parse("2026-11-30T10:00:00Z");
    long nanos = System.nanoTime();
    return () -> start.plusNanos((System.nanoTime() - nanos) * SPEED);
  }

  private static Path recorded(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(RealTargetTest.class.getResource("/conformance")).toURI())
        .resolve("recorded")
        .resolve(name + ".json");
  }

  static List<ChangelogNames> bothNames() {
    return List.of(ChangelogNames.BINLOG, ChangelogNames.CHANGELOG);
  }

  /** Which names the server uses the target has to find out. */
  @ParameterizedTest
  @MethodSource("bothNames")
  void casesThatSqlCanExpressPassOverThePorts(ChangelogNames names) throws Exception {
    try (DorisTestServer server =
            DorisTestServer.builder().clock(fastClock()).names(names).start();
        Target target = RealTarget.at(server.httpAddress(), new Login("root", ""), SPEED)) {
      assertThat(target.spelling().names()).isEqualTo(names);
      for (String name : CASES) {
        Outcome outcome = CaseRun.play(CaseReader.read(recorded(name)), target);
        assertThat(outcome.failures()).as(name).isEmpty();
        assertThat(outcome.skips()).as(name).isEmpty();
      }
      assertThat(server.execute("SHOW DATABASES LIKE 'conformance%'")).isEmpty();
    }
  }

  @Test
  void whatNeedsAManualClockIsSkippedWithTheReason() throws Exception {
    Path file = recorded("mow_types_exact_row_order").resolveSibling("../derived");
    try (DorisTestServer server = DorisTestServer.start();
        Target target = RealTarget.at(server.httpAddress(), new Login("root", ""))) {
      Path exact = file.resolve("x_window_half_open_at_the_millisecond.json").normalize();
      assertThat(Files.exists(exact)).isTrue();
      Outcome outcome = CaseRun.play(CaseReader.read(exact), target);
      assertThat(outcome.skips()).singleElement().asString().contains("manual clock");
      assertThat(outcome.failures()).isEmpty();
    }
  }

  @Test
  void aDifferenceIsReported() throws IOException {
    ConformanceCase wrong =
        CaseReader.read(
            "{\"table\":{\"name\":\"t\",\"model\":\"DUPLICATE\",\"keys\":[\"k\"],\"columns\":"
                + "[[\"k\",\"INT\",true]]},\"transactions\":[[{\"kind\":\"INSERT\",\"rows\":[[1]]}]],"
                + "\"reads\":[{\"via\":\"incr\",\"columns\":[\"k\"],\"expect\":[[0,2]]}]}");
    try (DorisTestServer server = DorisTestServer.start();
        Target target = RealTarget.at(server.httpAddress(), new Login("root", ""))) {
      assertThat(CaseRun.play(wrong, target).failures())
          .hasSize(2)
          .allSatisfy(text -> assertThat(text).contains("expected [[0,2]]", "got      [[0, 1]]"));
    }
  }
}
