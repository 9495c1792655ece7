package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.flight.FlightFixture;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class FaultsTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ScriptedEngine engine =
      new ScriptedEngine().on("SELECT 9", session -> ScriptedEngine.numbers(9));
  private final Cluster cluster = engine.start(ClusterOptions.defaults().withNodes(1, 2));
  private final Faults faults = new Faults(cluster.faults());
  private final FlightFixture flight = new FlightFixture(cluster);
  private final CredentialCallOption token = flight.login();

  @AfterEach
  void close() throws Exception {
    flight.close();
    cluster.close();
  }

  private static Consumer<FlightRuntimeException> status(FlightStatusCode code) {
    return e -> assertThat(e.status().code()).isEqualTo(code);
  }

  private void assertFails(FlightStatusCode code) {
    assertThatThrownBy(() -> flight.rows("SELECT 9", token))
        .isInstanceOfSatisfying(FlightRuntimeException.class, status(code));
  }

  private void assertWorks() {
    assertThat(flight.rows("SELECT 9", token)).hasSize(9);
  }

  @Test
  void aFaultStrikesTheCallsItIsMeantFor() {
    Fault fault =
        faults.onPlan().matching("SELECT").after(1).times(2).failWith(5101, "not yet visible");
    assertWorks();
    flight.rows("SET a = 1", token);
    assertFails(FlightStatusCode.UNAVAILABLE);
    assertFails(FlightStatusCode.UNAVAILABLE);
    assertWorks();
    assertThat(fault.hits()).isEqualTo(2);
  }

  @Test
  void aRemovedFaultStrikesNoMore() {
    Fault fault = faults.onPlan().always().failWith(1105, "out of order");
    assertFails(FlightStatusCode.INTERNAL);
    assertFails(FlightStatusCode.INTERNAL);
    fault.remove();
    assertWorks();
  }

  @Test
  void aStatusArrivesWithItsMetadata() {
    faults.onPlan().failWith(FlightStatusCode.TIMED_OUT, "too slow", Map.of("x-reason", "load"));
    assertThatThrownBy(() -> flight.rows("SELECT 9", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.TIMED_OUT);
              assertThat(e.status().description()).isEqualTo("too slow");
              assertThat(e.status().metadata().get("x-reason")).isEqualTo("load");
            });
  }

  @Test
  void aDelayedCallGoesOnWhenItIsReleased() throws Exception {
    Fault slow = faults.onFetch().hang();
    CompletableFuture<List<List<Object>>> rows =
        CompletableFuture.supplyAsync(() -> flight.rows("SELECT 9", token));
    assertThat(slow.awaitHits(1, LONG)).isTrue();
    assertThat(rows).isNotDone();
    slow.release();
    assertThat(rows.get(30, TimeUnit.SECONDS)).hasSize(9);
  }

  @Test
  void aHangingCallEndsWithTheServer() throws Exception {
    Fault hang = faults.onPlan().hang();
    CompletableFuture<FlightInfo> plan =
        CompletableFuture.supplyAsync(() -> flight.sql().execute("SELECT 9", token));
    assertThat(hang.awaitHits(1, LONG)).isTrue();
    cluster.close();
    assertThat(plan.handle((info, failure) -> "ended").get(30, TimeUnit.SECONDS))
        .isEqualTo("ended");
  }

  @Test
  void streamsBreakBehindSomeBatches() {
    flight.rows("SET batch_size = 2", token);
    faults.onFetch().cutAfterBatches(3);
    assertThat(rowsUntil(FlightStatusCode.UNAVAILABLE)).isEqualTo(6);
    faults.onFetch().failAfterBatches(1, FlightStatusCode.INTERNAL, "Memory limit exceeded");
    assertThat(rowsUntil(FlightStatusCode.INTERNAL)).isEqualTo(2);
    faults.onFetch().cutAfterBatches(0);
    assertThat(rowsUntil(FlightStatusCode.UNAVAILABLE)).isZero();
    assertWorks();
  }

  private int rowsUntil(FlightStatusCode code) {
    int[] rows = {0};
    FlightEndpoint endpoint = flight.sql().execute("SELECT 9", token).getEndpoints().get(0);
    assertThatThrownBy(
            () -> {
              try (FlightClient client = flight.at(endpoint);
                  FlightStream stream = client.getStream(endpoint.getTicket())) {
                while (stream.next()) {
                  rows[0] += stream.getRoot().getRowCount();
                }
              }
            })
        .isInstanceOfSatisfying(FlightRuntimeException.class, status(code));
    return rows[0];
  }

  @Test
  void anExpiredTokenNeedsANewLogin() {
    faults.onPlan().expireToken();
    assertFails(FlightStatusCode.UNAUTHENTICATED);
    assertFails(FlightStatusCode.UNAUTHENTICATED);
    assertThat(flight.rows("SELECT 9", flight.login())).hasSize(9);
  }

  @Test
  void logInsAreRefusedByUser() throws Exception {
    cluster.accounts().create("other", "");
    faults.onFlightLogin().matching("root").refuseLogin();
    faults.onMysqlLogin().refuseLogin();
    assertThat(flight.login("other", "")).isNotNull();
    assertThatThrownBy(flight::login)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class, status(FlightStatusCode.UNAUTHENTICATED));
    assertThat(flight.login()).isNotNull();
    assertThatThrownBy(this::mysql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1045));
    mysql().close();
  }

  private Connection mysql() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mysql://127.0.0.1:" + cluster.node(0).queryPort() + "/", "root", "");
  }

  @Test
  void endpointsComeInTheShapeThatIsAsked() {
    faults.onPlan().endpoints(EndpointShape.parts(3).withEmpty(1, 2));
    FlightInfo several = flight.sql().execute("SELECT 9", token);
    assertThat(several.getEndpoints()).hasSize(6);
    assertThat(flight.rows(several).stream().map(row -> row.get(0)))
        .containsExactly(0L, 3L, 6L, 1L, 4L, 7L, 2L, 5L, 8L);
    faults.onPlan().endpoints(EndpointShape.one().reversed());
    assertThat(flight.rows("SELECT 9", token).get(0)).containsExactly(8L);
    faults.onPlan().endpoints(EndpointShape.none());
    assertThat(flight.sql().execute("SELECT 9", token).getEndpoints()).isEmpty();
  }

  @Test
  void locationsCanBeUselessMissingOrMany() {
    faults.onPlan().endpoints(EndpointShape.one().at("grpc+tcp://0.0.0.0:{port}", "{location}"));
    FlightEndpoint endpoint = flight.sql().execute("SELECT 9", token).getEndpoints().get(0);
    assertThat(endpoint.getLocations()).hasSize(2);
    URI useless = endpoint.getLocations().get(0).getUri();
    URI right = endpoint.getLocations().get(1).getUri();
    assertThat(useless.getHost()).isEqualTo("0.0.0.0");
    assertThat(useless.getPort()).isEqualTo(right.getPort());
    assertThat(right.getHost()).isEqualTo("127.0.0.1");
    faults.onPlan().endpoints(EndpointShape.one().at());
    assertThat(flight.sql().execute("SELECT 9", token).getEndpoints().get(0).getLocations())
        .isEmpty();
  }

  @Test
  void withParallelSinksEveryBackEndHasAPart() {
    flight.rows("SET enable_parallel_result_sink = true", token);
    FlightInfo info = flight.sql().execute("SELECT 9", token);
    assertThat(info.getEndpoints()).hasSize(2);
    assertThat(flight.rows(info).stream().map(row -> row.get(0)))
        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void updatePairsCanBeSplitOverBatches() {
    engine.on(
        "SELECT pairs",
        session ->
            ScriptedEngine.rows(
                List.of(
                    new ResultColumn("__DORIS_CHANGELOG_OP__", DorisType.of(Kind.TINYINT), true)),
                ScriptedEngine.values(
                    new Object[] {(byte) 0},
                    new Object[] {(byte) 2},
                    new Object[] {(byte) 3},
                    new Object[] {(byte) 2},
                    new Object[] {(byte) 3})));
    faults.onFetch().splitUpdatePairs();
    FlightEndpoint endpoint = flight.sql().execute("SELECT pairs", token).getEndpoints().get(0);
    List<Integer> sizes = new ArrayList<>();
    try (FlightClient client = flight.at(endpoint);
        FlightStream stream = client.getStream(endpoint.getTicket())) {
      while (stream.next()) {
        sizes.add(stream.getRoot().getRowCount());
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    assertThat(sizes).containsExactly(2, 2, 1);
  }

  @Test
  void httpCallsAreAnsweredOrBrokenOff() throws Exception {
    faults.onHttp().matching("GET /api/tso").answer(503, "busy");
    HttpResponse<String> busy = http("/api/tso");
    assertThat(busy.statusCode()).isEqualTo(503);
    assertThat(busy.body()).isEqualTo("busy");
    faults.onHttp().times(2).disconnect();
    assertThatThrownBy(() -> http("/")).isInstanceOf(java.io.IOException.class);
    faults.clear();
    assertThat(http("/").statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> http(String path) throws Exception {
    URI uri = URI.create("http://" + cluster.httpAddresses().get(0) + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void mysqlStatementsFailOrLoseTheirConnection() throws Exception {
    try (Connection connection = mysql();
        Statement statement = connection.createStatement()) {
      faults.onMysqlStatement().matching("INSERT").failWith(1105, "tablet writer failed");
      assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (1)"))
          .hasMessageContaining("tablet writer failed");
      faults.onMysqlStatement().matching("INSERT").disconnect();
      assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (1)"))
          .hasMessageContaining("Communications link failure");
    }
  }

  @Test
  void wordsThatDoNotGoTogetherAreRefused() {
    assertThatThrownBy(() -> faults.onHttp().failWith(5101, "x"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> faults.onPlan().cutAfterBatches(1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> faults.onPlan().times(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nodesGoDownAndComeBackOnTheirPorts() throws Exception {
    flight.rows("SET batch_size = 1", token);
    engine.on("SELECT endless", session -> ScriptedEngine.numbers(Long.MAX_VALUE));
    FlightEndpoint endpoint = flight.sql().execute("SELECT endless", token).getEndpoints().get(0);
    try (FlightClient client = flight.at(endpoint);
        FlightStream stream = client.getStream(endpoint.getTicket())) {
      assertThat(stream.next()).isTrue();
      cluster.backEnd(0).kill();
      cluster.backEnd(1).kill();
      assertThat(cluster.backEnd(0).isRunning()).isFalse();
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  stream.getRoot().clear();
                }
              })
          .isInstanceOfSatisfying(
              FlightRuntimeException.class, status(FlightStatusCode.UNAVAILABLE));
    }
    cluster.backEnd(0).restart();
    cluster.backEnd(1).restart();
    assertWorks();
    int flightPort = cluster.node(0).flightPort();
    cluster.frontEnd(0).kill();
    assertFails(FlightStatusCode.UNAVAILABLE);
    cluster.frontEnd(0).restart();
    assertThat(cluster.node(0).flightPort()).isEqualTo(flightPort);
    try (FlightFixture reconnected = new FlightFixture(cluster)) {
      assertThatThrownBy(() -> reconnected.rows("SELECT 9", token))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class, status(FlightStatusCode.UNAUTHENTICATED));
      assertThat(reconnected.rows("SELECT 9", reconnected.login())).hasSize(9);
    }
  }
}
