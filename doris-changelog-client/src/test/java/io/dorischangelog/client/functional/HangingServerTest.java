package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.Faults;
import io.dorischangelog.testserver.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that falls silent at any point: reading gives up in time, and closing ends in time. */
@ExtendWith(LeakCheck.class)
class HangingServerTest {
  private static final Duration IN_TIME = Duration.ofSeconds(5);

  /** Where it falls silent. */
  enum Point {
    CLOCK,
    METADATA,
    LOG_IN,
    SETTINGS,
    PLAN,
    FIRST_BATCH,
    NEXT_BATCH,
    EVERYWHERE;

    /** Orders the silence; the fault tells when it is reached. */
    Fault order(Faults faults) {
      return switch (this) {
        case CLOCK -> faults.onHttp().matching("/api/tso").always().hang();
        case METADATA -> faults.onHttp().matching("/api/query").always().hang();
        case LOG_IN -> {
          faults.onPlan().matching("ORDER BY").expireToken();
          yield faults.onFlightLogin().always().hang();
        }
        case SETTINGS -> {
          faults.onPlan().matching("ORDER BY").expireToken();
          yield faults.onPlan().matching("SET ").always().hang();
        }
        case PLAN -> faults.onPlan().matching("ORDER BY").always().hang();
        case FIRST_BATCH -> faults.onFetch().matching("ORDER BY").always().hang();
        case NEXT_BATCH -> faults.onFetch().matching("ORDER BY").always().hangAfterBatches(1);
        case EVERYWHERE -> {
          Fault first = faults.onHttp().always().hang();
          faults.onFlightLogin().always().hang();
          faults.onSessionCall().always().hang();
          faults.onFetch().always().hang();
          faults.onPlan().always().hang();
          yield first;
        }
      };
    }
  }

  private static ChangelogReaderBuilder fiveRows(StudentTable table) {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run(
        "INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1), (5, 'N', 1)");
    table.passSecond();
    return table.reader().scanMode(mode.until(table.clock().instant())).batchSize(2);
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, 5).mapToObj(id -> "+I {id=" + id + ", name=N, age=1}").toList();
  }

  /** Calls that hang would open sessions for nobody when they went on. */
  private static void recover(StudentTable table) {
    table.server().frontEnd(0).kill();
    table.server().faults().clear();
    table.server().frontEnd(0).restart();
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  @ParameterizedTest
  @EnumSource
  void readingGivesUpInTimeAndGoesOnWhenTheServerIsBack(Point point) {
    try (StudentTable table = StudentTable.unique()) {
      // A server that does not know this variable may take a whole query's time to plan.
      Fault unknown =
          table
              .server()
              .faults()
              .onPlan()
              .matching("change_visible_timeout_ms")
              .always()
              .failWith(1193, "Unknown system variable 'change_visible_timeout_ms'");
      ChangelogReaderBuilder builder =
          fiveRows(table)
              .readTimeout(Duration.ofSeconds(2))
              .queryTimeout(Duration.ofSeconds(2))
              .retries(0);
      try (ChangelogReader reader = builder.build()) {
        unknown.remove();
        Fault silence = point.order(table.server().faults());
        List<String> seen = new ArrayList<>();
        long start = System.nanoTime();
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(() -> reader.forEachRemaining(change -> seen.add(change.toString())))
            .satisfies(e -> assertThat(e.isRetryable()).isTrue())
            .withMessageContaining("in time");
        assertThat(since(start)).isLessThan(IN_TIME.multipliedBy(2));
        assertThat(silence.hits()).isPositive();
        recover(table);
        seen.addAll(StudentTable.drain(reader));
        assertThat(seen).isEqualTo(expected());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsInTime(Point point) throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = fiveRows(table).build();
      Fault hang = point.order(table.server().faults());
      FutureTask<List<String>> reading = new FutureTask<>(() -> StudentTable.drain(reader));
      Thread thread = new Thread(reading, "reading");
      thread.start();
      assertThat(hang.awaitHits(1, Duration.ofSeconds(10))).isTrue();
      long start = System.nanoTime();
      reader.close();
      assertThat(since(start)).isLessThan(IN_TIME);
      assertThat(reading.get(5, TimeUnit.SECONDS)).hasSizeLessThan(5);
      thread.join();
      recover(table);
    }
  }

  @Test
  void farewellsOfManySessionsDoNotAddUp() throws Exception {
    try (StudentTable table = StudentTable.partitioned()) {
      for (int id = 0; id < 300; id += 20) {
        table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
      }
      table.passSecond();
      ChangelogReader reader =
          table.reader().scanMode(ScanMode.initial()).snapshotParallelism(6).build();
      assertThat(StudentTable.take(reader, 15)).hasSize(15);
      Fault hang = table.server().faults().onSessionCall().always().hang();
      long start = System.nanoTime();
      reader.close();
      assertThat(since(start)).isLessThan(IN_TIME);
      assertThat(hang.hits()).isGreaterThan(1);
      recover(table);
    }
  }

  /** Takes connections, as the system does for it, and never says a word. */
  private static ServerSocket silentPort() throws IOException {
    return new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  }

  private static ChangelogReaderBuilder hasty(ChangelogReaderBuilder builder) {
    return builder
        .connectTimeout(Duration.ofSeconds(1))
        .readTimeout(Duration.ofSeconds(1))
        .queryTimeout(Duration.ofSeconds(1))
        .retries(0);
  }

  private static void assertGivenUpInTime(ChangelogReaderBuilder builder) {
    long start = System.nanoTime();
    assertThatExceptionOfType(ServerUnavailableException.class)
        .isThrownBy(builder::build)
        .withMessageContaining("in time");
    assertThat(since(start)).isLessThan(IN_TIME);
  }

  @Test
  void anHttpPortThatNeverSpeaksIsGivenUp() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = silentPort()) {
      ChangelogReaderBuilder builder =
          hasty(fiveRows(table)).frontEnds("127.0.0.1:" + silent.getLocalPort());
      assertGivenUpInTime(builder);
    }
  }

  @Test
  void aFlightPortThatNeverSpeaksIsGivenUp() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = silentPort()) {
      ChangelogReaderBuilder builder = hasty(fiveRows(table)).flightSqlPort(silent.getLocalPort());
      assertGivenUpInTime(builder);
    }
  }

  @Test
  void aBackEndThatNeverSpeaksIsGivenUpAndItsOtherLocationTaken() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = silentPort()) {
      ChangelogReaderBuilder builder = hasty(fiveRows(table).readTimeout(Duration.ofSeconds(5)));
      String mute = "grpc+tcp://127.0.0.1:" + silent.getLocalPort();
      Faults faults = table.server().faults();
      faults.onPlan().matching("ORDER BY").endpoints(EndpointShape.one().at(mute));
      try (ChangelogReader reader = builder.build()) {
        long start = System.nanoTime();
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(reader::next)
            .withMessageContaining(mute);
        assertThat(since(start)).isLessThan(IN_TIME);
        faults.onPlan().matching("ORDER BY").endpoints(EndpointShape.one().at(mute, "{location}"));
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
      }
    }
  }
}
