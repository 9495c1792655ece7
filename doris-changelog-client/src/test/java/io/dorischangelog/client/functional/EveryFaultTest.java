package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dorischangelog.client.CapturedLog;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.ChangesDiscardedException;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.EndpointShape.Columns;
import io.dorischangelog.testserver.FaultRule;
import io.dorischangelog.testserver.Faults;
import io.dorischangelog.testserver.LeakCheck;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever can go wrong at a server, the reader says it with the right type, what happened, why and
 * what to do, and shows no secret, in the error and in the log.
 */
@ExtendWith(LeakCheck.class)
class EveryFaultTest {
  private static final String PASSWORD = "hush-hush-9";
  private static final String BASIC =
      Base64.getEncoder().encodeToString(("reader:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
  private static final String TOKEN = "\\b[0-9a-v]{25,26}\\b";

  /** What breaks, and what is to be said. */
  record Breakage(
      String name,
      Consumer<StudentTable> breaking,
      Class<? extends ChangelogException> type,
      boolean retryable,
      List<String> words) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static FaultRule plan(Faults faults) {
    return faults.onPlan().matching("ORDER BY").always();
  }

  private static FaultRule fetch(Faults faults) {
    return faults.onFetch().matching("ORDER BY").always();
  }

  private static Breakage fault(
      String name,
      Consumer<Faults> order,
      Class<? extends ChangelogException> type,
      boolean retryable,
      String... words) {
    return new Breakage(
        name, table -> order.accept(table.server().faults()), type, retryable, List.of(words));
  }

  private static Breakage unavailable(String name, Consumer<Faults> order, String word) {
    return fault(name, order, ServerUnavailableException.class, true, word, "Check that");
  }

  private static Breakage denied(String name, Consumer<Faults> order) {
    return fault(
        name, order, AccessDeniedException.class, false, "Check user name and password", "SELECT");
  }

  private static Breakage failure(String name, Consumer<Faults> order, String... words) {
    return fault(name, order, ServerFailureException.class, false, words);
  }

  private static Breakage status(FlightStatusCode status) {
    return unavailable(
        "plan answers " + status, faults -> plan(faults).failWith(status, "gone away"), " - ");
  }

  static Stream<Breakage> plans() {
    return Stream.of(
        fault(
            "5101",
            faults -> plan(faults).failWith(5101, "not visible for " + PASSWORD),
            WindowNotReadyException.class,
            true,
            "5101",
            "Call again"),
        fault(
            "5100",
            faults -> plan(faults).failWith(5100, "reason=TSO_RECOVERING"),
            WindowNotReadyException.class,
            true,
            "TSO_RECOVERING",
            "Call again"),
        failure(
            "SQL error",
            faults -> plan(faults).failWith(1105, "boom " + PASSWORD),
            "boom ***",
            "fe.log"),
        denied(
            "no privilege",
            faults -> plan(faults).failWith(1142, "SELECT command denied to user 'reader'")),
        fault(
            "no such table",
            faults -> plan(faults).failWith(1105, "Table [student] does not exist in database"),
            IncompatibleTableException.class,
            false,
            "check the table setting"),
        failure(
            "memory",
            faults -> plan(faults).failWith(1105, "MEM_LIMIT_EXCEEDED"),
            "raise execMemLimit"),
        status(FlightStatusCode.UNAVAILABLE),
        status(FlightStatusCode.RESOURCE_EXHAUSTED),
        status(FlightStatusCode.TIMED_OUT),
        status(FlightStatusCode.CANCELLED),
        denied(
            "token unknown",
            faults ->
                plan(faults)
                    .failWith(FlightStatusCode.UNAUTHENTICATED, "invalid bearer token " + BASIC)),
        denied("token expires", faults -> plan(faults).expireToken()),
        unavailable("plan hangs", faults -> plan(faults).hang(), "in time"),
        unavailable(
            "no parts, no schema",
            faults -> plan(faults).endpoints(EndpointShape.none().columns(Columns.NOT_PLANNED)),
            "neither endpoints nor a schema"),
        unavailable(
            "useless location",
            faults -> plan(faults).endpoints(EndpointShape.one().at("grpc+tcp://be.invalid:1")),
            "be.invalid"),
        fault(
            "parts differ",
            faults -> plan(faults).endpoints(EndpointShape.parts(2).columns(Columns.WIDER_IN_LAST)),
            UnsupportedServerException.class,
            false,
            "`id`",
            "same version"));
  }

  static Stream<Breakage> others() {
    return Stream.of(
        failure(
            "fetch answers INTERNAL",
            faults ->
                fetch(faults).failAfterBatches(0, FlightStatusCode.INTERNAL, "disk " + PASSWORD),
            "disk ***",
            "fe.log"),
        denied(
            "fetch answers UNAUTHENTICATED",
            faults ->
                fetch(faults).failAfterBatches(0, FlightStatusCode.UNAUTHENTICATED, PASSWORD)),
        unavailable("stream is cut", faults -> fetch(faults).cutAfterBatches(0), "closed"),
        unavailable("fetch hangs", faults -> fetch(faults).hang(), "in time"),
        unavailable("clock answers 500", faults -> tso(faults).answer(500, PASSWORD), "HTTP 500"),
        unavailable("no front end", faults -> tso(faults).answer(200, PASSWORD), "not a Doris"),
        unavailable("HTTP breaks off", faults -> tso(faults).disconnect(), " - "),
        unavailable("clock hangs", faults -> tso(faults).hang(), "in time"),
        failure(
            "clock refuses",
            faults -> tso(faults).answer(200, "{\"code\":1,\"data\":\"boom " + PASSWORD + "\"}"),
            "boom ***",
            "fe.log"),
        denied(
            "log-in refused",
            faults -> {
              faults.onPlan().matching("ORDER BY").expireToken();
              faults.onFlightLogin().always().refuseLogin();
            }),
        unavailable(
            "log-in limit",
            faults -> {
              faults.onPlan().matching("ORDER BY").expireToken();
              faults
                  .onFlightLogin()
                  .always()
                  .failWith(FlightStatusCode.RESOURCE_EXHAUSTED, "Reach limit of connections");
            },
            "Reach limit"),
        new Breakage(
            "back end is down",
            table -> table.server().backEnd(0).kill(),
            ServerUnavailableException.class,
            true,
            List.of("refused", "Check that")),
        new Breakage(
            "front end is down",
            table -> table.server().frontEnd(0).kill(),
            ServerUnavailableException.class,
            true,
            List.of("refused", "Check that")),
        new Breakage(
            "changes expired",
            table -> table.clock().advance(Duration.ofDays(2)),
            ChangelogExpiredException.class,
            false,
            List.of("initial")),
        new Breakage(
            "table truncated",
            table -> table.run("TRUNCATE TABLE t "),
            ChangesDiscardedException.class,
            false,
            List.of("partition")));
  }

  private static FaultRule tso(Faults faults) {
    return faults.onHttp().matching("/api/tso").always();
  }

  @ParameterizedTest
  @MethodSource({"plans", "others"})
  void isSaidWithoutASecret(Breakage breakage) throws Exception {
    try (StudentTable table = StudentTable.unique();
        CapturedLog log = CapturedLog.begin()) {
      table.run(
          "CREATE USER reader IDENTIFIED BY '" + PASSWORD + "'",
          "GRANT SELECT_PRIV ON test.student TO reader");
      try (ChangelogReader reader = builder(table).build()) {
        table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
        table.passSecond();
        breakage.breaking().accept(table);
        ChangelogException error =
            catchThrowableOfType(breakage.type(), () -> StudentTable.take(reader, 2));
        assertThat(error).isNotNull();
        assertThat(error.isRetryable()).isEqualTo(breakage.retryable());
        assertThat(error).hasMessageContainingAll(breakage.words().toArray(String[]::new));
        assertThat(error).hasMessageContaining(StudentTable.NAME);
        requireNoSecret(error);
        recover(table);
        if (breakage.retryable()) {
          assertThat(StudentTable.take(reader, 2)).hasSize(2);
        } else {
          assertThat(catchThrowableOfType(breakage.type(), reader::next)).isSameAs(error);
        }
      }
      assertThat(log.text()).doesNotContain(PASSWORD, BASIC).doesNotContainPattern(TOKEN);
    }
  }

  private static ChangelogReaderBuilder builder(StudentTable table) {
    return table
        .reader()
        .username("reader")
        .password(PASSWORD)
        .flightSqlPort(table.server().flightPort())
        .scanMode(ScanMode.fromTimestamp(table.clock().instant()))
        .visibleWaitTimeout(Duration.ZERO)
        .readTimeout(Duration.ofSeconds(2))
        .queryTimeout(Duration.ofSeconds(2))
        .retries(0);
  }

  private static void requireNoSecret(ChangelogException error) {
    StringWriter trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(PASSWORD, BASIC).doesNotContainPattern(TOKEN);
  }

  /** A log-in that hangs would open a session for nobody when it went on. */
  private static void recover(StudentTable table) {
    table.server().frontEnd(0).kill();
    table.server().faults().clear();
    table.server().frontEnd(0).restart();
    table.server().backEnd(0).restart();
  }
}
