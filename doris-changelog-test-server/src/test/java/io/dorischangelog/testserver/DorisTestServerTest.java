package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole server from outside: all protocols over one store. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class DorisTestServerTest {
  private static final String INCR =
      "SELECT id, name, __DORIS_CHANGELOG_OP__ FROM shop.orders@incr('startTimestamp'="
          + "'2026-11-30 10:00:00', 'endTimestamp'='2026-11-30 10:01:00', 'incrementType'="
          + "'DETAIL') ORDER BY __DORIS_CHANGELOG_TSO__, id, __DORIS_CHANGELOG_OP__";

  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");

  @RegisterExtension
  final DorisTestServerExtension doris =
      DorisTestServerExtension.perTest(
          DorisTestServer.builder()
              .clock(clock)
              .flightSessions(FlightSessionModel.pool(210))
              .deployment(Deployment.CLOUD));

  @BeforeEach
  void createTable(DorisTestServer server) {
    server.execute("CREATE DATABASE shop");
    server.execute(
        "CREATE TABLE shop.orders (id INT NOT NULL, name VARCHAR(20)) UNIQUE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 2 PROPERTIES ('replication_num' = '1',"
            + " 'enable_unique_key_merge_on_write' = 'true', 'changelog.enable' = 'true',"
            + " 'changelog.need_historical_value' = 'true',"
            + " 'enable_unique_key_skip_bitmap_column' = 'true')");
  }

  private static JsonNode http(
      DorisTestServer server, String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + server.httpAddress() + path))
            .header("Authorization", "Basic cm9vdDo=")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(response.body());
  }

  private static List<String> flight(DorisTestServer server, String sql) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        FlightClient frontEnd =
            FlightClient.builder(
                    allocator, Location.forGrpcInsecure("127.0.0.1", server.flightPort()))
                .build()) {
      FlightSqlClient client = new FlightSqlClient(frontEnd);
      CredentialCallOption token = frontEnd.authenticateBasicToken("root", "").orElseThrow();
      List<String> rows = new java.util.ArrayList<>();
      for (FlightEndpoint endpoint : client.execute(sql, token).getEndpoints()) {
        try (FlightClient node =
                FlightClient.builder(allocator, endpoint.getLocations().get(0)).build();
            FlightStream stream = node.getStream(endpoint.getTicket(), token)) {
          while (stream.next()) {
            rows.addAll(stream.getRoot().contentToTSVString().lines().skip(1).toList());
          }
        }
      }
      client.closeSession(new org.apache.arrow.flight.CloseSessionRequest(), token);
      return rows;
    }
  }

  @Test
  void whatIsWrittenOverMysqlIsReadAsChangesOverFlight(DorisTestServer server) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(server.jdbcUrl() + "shop", "root", "");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO orders (id, name) VALUES (?, ?)");
        Statement statement = connection.createStatement()) {
      insert.setInt(1, 1);
      insert.setString(2, "it's");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      clock.advance(Duration.ofSeconds(1));
      insert.setString(2, "new");
      insert.executeUpdate();
      try (ResultSet rows = statement.executeQuery("SELECT name FROM orders")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString("name")).isEqualTo("new");
      }
    }
    clock.advance(Duration.ofMinutes(2));
    assertThat(flight(server, INCR)).containsExactly("1\tit's\t0", "1\tit's\t2", "1\tnew\t3");
  }

  @Test
  void metadataComesOverHttp(DorisTestServer server) throws Exception {
    JsonNode schema = http(server, "GET", "/api/shop/orders/_schema", "").path("data");
    assertThat(schema.path("status").asInt()).isEqualTo(200);
    assertThat(schema.path("keysType").asText()).isEqualTo("UNIQUE_KEYS");
    assertThat(schema.path("properties").findValuesAsText("name")).containsExactly("id", "name");
    assertThat(schema.path("properties").findValuesAsText("type"))
        .containsExactly("INT", "VARCHAR");
    assertThat(http(server, "GET", "/api/internal/shop/orders/_schema", "").path("data"))
        .isEqualTo(schema);
    assertThat(http(server, "GET", "/api/shop/missing/_schema", "").path("code").asInt())
        .isEqualTo(1);
    JsonNode plan =
        http(
                server,
                "POST",
                "/api/shop/orders/_query_plan",
                "{\"sql\":\"select `id` from `shop`.`orders` where id > 1\"}")
            .path("data");
    assertThat(plan.path("status").asInt()).isEqualTo(200);
    assertThat(plan.path("partitions")).hasSize(2);
    JsonNode ports =
        http(
            server,
            "POST",
            "/api/query/default_cluster/information_schema",
            "{\"stmt\":\"show frontends\"}");
    assertThat(ports.path("data").toString())
        .contains("ArrowFlightSqlPort")
        .contains("\"" + server.flightPort() + "\"");
  }

  @Test
  void streamLoadsWriteInOneTransactionEach(DorisTestServer server) throws Exception {
    String path = "/api/shop/orders/_stream_load";
    JsonNode csv =
        http(server, "PUT", path, "1,a\n2,\\N\n", "column_separator", ",", "label", "l1");
    assertThat(csv.path("Status").asText()).isEqualTo("Success");
    assertThat(csv.path("NumberLoadedRows").asInt()).isEqualTo(2);
    assertThat(
            http(server, "PUT", path, "1,a\n", "column_separator", ",", "label", "l1")
                .path("Status")
                .asText())
        .isEqualTo("Label Already Exists");
    http(
        server,
        "PUT",
        path,
        "{\"id\":3,\"name\":\"c\"}\n{\"id\":4,\"name\":null}",
        "format",
        "json",
        "read_json_by_line",
        "true");
    http(server, "PUT", path, "2\n", "columns", "id", "merge_type", "DELETE");
    http(
        server,
        "PUT",
        path,
        "{\"id\":4,\"name\":\"d\"}\n{\"id\":3,\"__DORIS_DELETE_SIGN__\":1}",
        "format",
        "json",
        "unique_key_update_mode",
        "UPDATE_FLEXIBLE_COLUMNS");
    assertThat(server.execute("SELECT id, name FROM shop.orders ORDER BY id"))
        .containsExactly(List.of(1, "a"), List.of(4, "d"));
    assertThat(http(server, "PUT", path, "x,y\n", "column_separator", ",").path("Status").asText())
        .isEqualTo("Fail");
  }

  @Test
  void twoPhaseLoadsAreSeenAfterTheirCommit(DorisTestServer server) throws Exception {
    JsonNode first =
        http(
            server,
            "PUT",
            "/api/shop/orders/_stream_load",
            "1,a\n",
            "column_separator",
            ",",
            "two_phase_commit",
            "true");
    String id = first.path("TxnId").asText();
    assertThat(server.execute("SELECT id FROM shop.orders")).isEmpty();
    JsonNode second =
        http(
            server,
            "PUT",
            "/api/shop/_stream_load_2pc",
            "",
            "txn_id",
            id,
            "txn_operation",
            "commit");
    assertThat(second.path("status").asText()).isEqualTo("Success");
    assertThat(server.execute("SELECT id FROM shop.orders")).hasSize(1);
  }

  @Test
  void aReadWaitsForAnOpenTransaction(DorisTestServer server) throws Exception {
    OpenTransaction open = server.openTransaction("shop.orders");
    clock.advance(Duration.ofMinutes(2));
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "root", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET change_visible_timeout_ms = 50");
      assertThatThrownBy(() -> statement.executeQuery(INCR))
          .isInstanceOfSatisfying(
              java.sql.SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(5101));
      open.commit();
      try (ResultSet rows = statement.executeQuery(INCR)) {
        assertThat(rows.next()).isFalse();
      }
    }
  }

  @Test
  void heldCommitsAreSeenAfterTheirRelease(DorisTestServer server) throws Exception {
    server.holdVisibility();
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "root", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET insert_visible_timeout_ms = 1000");
      assertThat(statement.executeUpdate("INSERT INTO shop.orders VALUES (1, 'a')")).isEqualTo(1);
    }
    assertThat(server.execute("SELECT id FROM shop.orders")).isEmpty();
    server.releaseVisibility();
    assertThat(server.execute("SELECT id FROM shop.orders")).hasSize(1);
  }

  @Test
  void generatedChangesFollowWhatWasWritten(DorisTestServer server) throws Exception {
    server.execute("INSERT INTO shop.orders VALUES (-1, 'stored')");
    clock.advance(Duration.ofSeconds(1));
    server.generateChanges("shop.orders", 10_000, 1, 1_000, Duration.ZERO);
    clock.advance(Duration.ofMinutes(2));
    String all =
        "SELECT id, name, __DORIS_CHANGELOG_OP__ FROM shop.orders@incr('incrementType'='DETAIL')";
    List<String> rows = flight(server, all + " ORDER BY __DORIS_CHANGELOG_TSO__, id");
    assertThat(rows).hasSize(10_001).doesNotHaveDuplicates().first().isEqualTo("-1\tstored\t0");
    assertThat(flight(server, all)).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(flight(server, all + " WHERE id >= 0")).hasSize(10_000);
  }

  @Test
  void refusedStatementsOfTheTestItselfAreThrown(DorisTestServer server) {
    assertThatThrownBy(() -> server.execute("SELECT nothing FROM shop.orders"))
        .isInstanceOf(StatementFailedException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void twoHundredSessionsWorkAtOnceAndTheRestIsRefused(DorisTestServer server) throws Exception {
    server.execute("INSERT INTO shop.orders VALUES (1, 'a')");
    try (BufferAllocator allocator = new RootAllocator();
        FlightClient frontEnd =
            FlightClient.builder(
                    allocator, Location.forGrpcInsecure("127.0.0.1", server.flightPort()))
                .build()) {
      FlightSqlClient client = new FlightSqlClient(frontEnd);
      List<CredentialCallOption> tokens =
          IntStream.range(0, 200)
              .mapToObj(i -> frontEnd.authenticateBasicToken("root", "").orElseThrow())
              .toList();
      assertThat(server.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(200);
      List<Integer> endpoints =
          tokens.parallelStream()
              .map(token -> client.execute("SELECT id FROM shop.orders", token))
              .map(info -> info.getEndpoints().size())
              .toList();
      assertThat(endpoints).hasSize(200).containsOnly(1);
      for (int i = 0; i < 10; i++) {
        frontEnd.authenticateBasicToken("root", "");
      }
      assertThatThrownBy(() -> frontEnd.authenticateBasicToken("root", ""))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED));
      clock.advance(Duration.ofHours(9));
      assertThat(frontEnd.authenticateBasicToken("root", "")).isPresent();
      assertThat(server.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
    }
  }
}
