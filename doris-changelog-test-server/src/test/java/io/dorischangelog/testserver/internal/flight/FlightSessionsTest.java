package io.dorischangelog.testserver.internal.flight;

import static io.dorischangelog.testserver.internal.cluster.ScriptedEngine.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.ManualClock;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of Flight sessions. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class FlightSessionsTest {
  private final ScriptedEngine engine =
      new ScriptedEngine().on("SELECT 5000", session -> ScriptedEngine.numbers(5_000));
  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");
  private Cluster cluster = start(ClusterOptions.defaults());
  private FlightFixture flight = new FlightFixture(cluster);

  private Cluster start(ClusterOptions options) {
    return Cluster.start(
        clock,
        EngineSettings.defaults(),
        options,
        (catalog, accounts, topology, settings) -> engine);
  }

  private void restart(ClusterOptions options) throws Exception {
    close();
    cluster = start(options);
    flight = new FlightFixture(cluster);
  }

  @AfterEach
  void close() throws Exception {
    flight.close();
    cluster.close();
  }

  private static Consumer<FlightRuntimeException> status(FlightStatusCode code, String text) {
    return e -> {
      assertThat(e.status().code()).isEqualTo(code);
      assertThat(e.status().description()).contains(text);
    };
  }

  @Test
  void everyBasicLoginIsASessionOfItsOwn() {
    CredentialCallOption first = flight.login();
    CredentialCallOption second = flight.login();
    flight.rows("SET batch_size = 7", first);
    engine.on(
        "SELECT size",
        session ->
            ScriptedEngine.rows(
                List.of(column("v", DorisType.of(Kind.STRING))),
                ScriptedEngine.values(new Object[] {session.variable("batch_size").orElse("-")})));
    assertThat(flight.rows("SELECT size", first)).containsExactly(List.of("7"));
    assertThat(flight.rows("SELECT size", second)).containsExactly(List.of("-"));
    assertThat(cluster.calls().logins(Protocol.FLIGHT_FRONT_END)).isEqualTo(2);
    assertThat(cluster.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(2);
  }

  @Test
  void closeSessionEndsTheSessionAndItsToken() {
    CredentialCallOption token = flight.login();
    assertThat(flight.sql().closeSession(new CloseSessionRequest(), token).getStatus())
        .isEqualTo(CloseSessionResult.Status.CLOSED);
    assertThat(cluster.calls().sessionsClosedByClient()).isEqualTo(1);
    assertThat(cluster.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    assertThatThrownBy(() -> flight.rows("SELECT 5000", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.UNAUTHENTICATED, "invalid bearer token"));
  }

  @Test
  void sessionOptionsAreVariables() {
    CredentialCallOption token = flight.login();
    Map<String, SessionOptionValue> options =
        Map.of(
            "schema", SessionOptionValueFactory.makeSessionOptionValue("shop"),
            "batch_size", SessionOptionValueFactory.makeSessionOptionValue("2000"),
            "no such", SessionOptionValueFactory.makeSessionOptionValue("1"));
    assertThat(
            flight
                .sql()
                .setSessionOptions(new SetSessionOptionsRequest(options), token)
                .getErrors())
        .containsOnlyKeys("no such");
    Map<String, SessionOptionValue> read =
        flight.sql().getSessionOptions(new GetSessionOptionsRequest(), token).getSessionOptions();
    assertThat(Objects.requireNonNull(read.get("schema")).<String>acceptVisitor(new TextOnly()))
        .isEqualTo("shop");
  }

  @Test
  void aBusySessionIsUnavailableAfterItsQueryTimeout() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    engine.on(
        "SELECT slow",
        session -> {
          running.countDown();
          awaitQuietly(release);
          return ScriptedEngine.numbers(1);
        });
    CredentialCallOption token = flight.login();
    flight.rows("SET query_timeout = 1", token);
    Thread first = new Thread(() -> flight.sql().execute("SELECT slow", token));
    first.start();
    running.await();
    assertThatThrownBy(() -> flight.sql().execute("SELECT 5000", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
              assertThat(e.status().description())
                  .startsWith(
                      "another command of this Arrow Flight SQL session is still running after 1"
                          + " seconds, connection id: ");
              assertThat(e.status().metadata().containsKey("doris-error-code")).isFalse();
            });
    release.countDown();
    first.join();
  }

  private static final class TextOnly
      extends org.apache.arrow.flight.NoOpSessionOptionValueVisitor<String> {
    @Override
    public String visit(String value) {
      return value;
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void assertUnauthenticated(CredentialCallOption token) {
    assertThatThrownBy(() -> flight.rows("SELECT 5000", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.UNAUTHENTICATED, "invalid bearer token"));
  }

  @Test
  void aCachedTokenExpiresHoweverMuchItIsUsed() throws Exception {
    restart(
        ClusterOptions.defaults()
            .withSessions(FlightSessionModel.tokenCache(9, Duration.ofHours(1))));
    CredentialCallOption token = flight.login();
    clock.advance(Duration.ofMinutes(59));
    assertThat(flight.rows("SELECT 5000", token)).hasSize(5_000);
    clock.advance(Duration.ofMinutes(1));
    assertUnauthenticated(token);
    assertThat(cluster.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
  }

  @Test
  void aFullCacheEvictsTheOldestToken() throws Exception {
    restart(
        ClusterOptions.defaults()
            .withSessions(FlightSessionModel.tokenCache(2, Duration.ofHours(1))));
    CredentialCallOption first = flight.login();
    CredentialCallOption second = flight.login();
    CredentialCallOption third = flight.login();
    assertUnauthenticated(first);
    assertThat(flight.rows("SELECT 5000", second)).hasSize(5_000);
    assertThat(flight.rows("SELECT 5000", third)).hasSize(5_000);
  }

  @Test
  void aPooledSessionEndsWhenItIsIdleForItsWaitTimeout() {
    CredentialCallOption token = flight.login();
    flight.rows("SET wait_timeout = 60", token);
    clock.advance(Duration.ofSeconds(59));
    assertThat(flight.rows("SELECT 5000", token)).hasSize(5_000);
    clock.advance(Duration.ofSeconds(59));
    assertThat(flight.rows("SELECT 5000", token)).hasSize(5_000);
    clock.advance(Duration.ofSeconds(60));
    assertUnauthenticated(token);
  }

  @Test
  void aPublicAddressIsAdvertisedInsteadOfTheBackEndsOwn() {
    try (DorisTestServer server =
        DorisTestServer.builder().backEndPublicAddress("doris.example", 9999).start()) {
      assertThat(server.flightPort()).isPositive();
      try (FlightFixture flightOfServer = new FlightFixture(server.flightPort())) {
        assertThat(
                flightOfServer
                    .sql()
                    .execute("SELECT 1", flightOfServer.login())
                    .getEndpoints()
                    .get(0)
                    .getLocations()
                    .get(0)
                    .getUri())
            .hasHost("doris.example")
            .hasPort(9999);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
