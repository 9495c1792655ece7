package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.internal.flight.FlightFixture;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the official Flink connector sends, call for call. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class OfficialConnectorTest {
  private static final String COMMENT = "/* ApplicationName=Flink ArrowFlightSQL Query */ ";
  private static final String INFORMATION = "/api/query/default_cluster/information_schema";
  private static final String PLAN = "/api/shop/orders/_query_plan";

  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00.700Z");
  private final HttpClient http = HttpClient.newHttpClient();

  @RegisterExtension
  final DorisTestServerExtension doris =
      DorisTestServerExtension.perTest(
          DorisTestServer.builder().clock(clock).names(ChangelogNames.BINLOG).backEnds(2));

  @BeforeEach
  void createTables(DorisTestServer server) {
    server.execute("CREATE DATABASE shop");
    server.execute(
        "CREATE TABLE shop.orders (id INT NOT NULL, name VARCHAR(20)) UNIQUE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 4 PROPERTIES ('replication_num' = '1',"
            + " 'enable_unique_key_merge_on_write' = 'true', 'binlog.enable' = 'true',"
            + " 'binlog.format' = 'ROW', 'binlog.need_historical_value' = 'true')");
    server.execute(
        "CREATE TABLE shop.offsets (consumer_id VARCHAR(256) NOT NULL, offset_timestamp DATETIME"
            + " NOT NULL, update_time DATETIME(3) NOT NULL) UNIQUE KEY(consumer_id)"
            + " DISTRIBUTED BY HASH(consumer_id) BUCKETS 1 PROPERTIES ('replication_num' = '1')");
    server.execute("INSERT INTO shop.orders VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  }

  private JsonNode call(
      DorisTestServer server, String method, String path, String body, String type, String user)
      throws Exception {
    String credentials = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://" + server.httpAddress() + path))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  private JsonNode get(DorisTestServer server, String path) throws Exception {
    return call(server, "GET", path, "", "text/plain", "root:").path("data");
  }

  private JsonNode statement(DorisTestServer server, String sql) throws Exception {
    String body = "{\"stmt\":\"" + sql + "\"}";
    JsonNode answer =
        call(server, "POST", INFORMATION, body, "application/json;charset=UTF-8", "root:");
    assertThat(answer.path("code").asInt()).isZero();
    return answer.path("data");
  }

  private JsonNode plan(DorisTestServer server, String sql, String user) throws Exception {
    String body = "{\"sql\": \"" + sql + "\"}";
    return call(server, "POST", PLAN, body, "application/x-www-form-urlencoded", user).path("data");
  }

  private int probe(DorisTestServer server) throws Exception {
    URI root = URI.create("http://" + server.httpAddress() + "/");
    return http.send(HttpRequest.newBuilder(root).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private int discoveredPort(DorisTestServer server) throws Exception {
    JsonNode frontEnds = statement(server, "show frontends");
    for (int i = 0; i < frontEnds.path("meta").size(); i++) {
      if ("ArrowFlightSqlPort".equalsIgnoreCase(frontEnds.at("/meta/" + i + "/name").asText())) {
        return frontEnds.at("/data/0/" + i).asInt();
      }
    }
    return -1;
  }

  private String now(DorisTestServer server) throws Exception {
    long millis = get(server, "/api/tso").path("current_tso_physical_time").asLong();
    JsonNode found =
        statement(server, "SELECT FROM_UNIXTIME(" + millis + " / 1000, '%Y-%m-%d %H:%i:%s')");
    assertThat(found.path("meta")).hasSize(1);
    assertThat(found.path("data")).hasSize(1);
    assertThat(found.at("/data/0")).hasSize(1);
    return found.at("/data/0/0").asText();
  }

  /** Log-in at the front end, statement, hand-shake at each location, fetch. */
  private static List<List<Object>> read(int port, String sql) throws Exception {
    try (FlightFixture flight = new FlightFixture(port)) {
      CredentialCallOption token = flight.login();
      List<List<Object>> rows = new ArrayList<>();
      var info = flight.sql().execute(COMMENT + sql, token);
      for (FlightEndpoint endpoint : info.getEndpoints()) {
        try (FlightClient backEnd = flight.at(endpoint)) {
          backEnd.handshake(token);
        }
      }
      rows.addAll(flight.rows(info, token));
      return rows;
    }
  }

  @Test
  void aSnapshotAndAWindowAreReadAndTheOffsetIsWritten(DorisTestServer server) throws Exception {
    assertThat(probe(server)).isEqualTo(200);
    JsonNode schema = get(server, "/api/shop/orders/_schema");
    assertThat(schema.path("status").asInt()).isEqualTo(200);
    assertThat(schema.path("properties").findValuesAsText("name")).containsExactly("id", "name");
    int port = discoveredPort(server);
    assertThat(port).isEqualTo(server.flightPort());

    JsonNode plan = plan(server, "select `id`,`name` from `shop`.`orders`", "root:");
    assertThat(plan.path("status").asInt()).isEqualTo(200);
    assertThat(plan.path("opaqued_query_plan").asText()).isNotEmpty();
    List<String> tablets = new ArrayList<>();
    plan.path("partitions").fieldNames().forEachRemaining(tablets::add);
    assertThat(tablets).hasSize(4).allMatch(tablet -> tablet.matches("\\d+"));
    assertThat(plan.path("partitions").findValues("routings"))
        .allSatisfy(
            routings -> assertThat(routings.path(0).asText()).matches("127\\.0\\.0\\.1:\\d+"));

    String start = now(server);
    assertThat(start).isEqualTo("2026-11-30 10:00:00");
    List<List<Object>> snapshot = new ArrayList<>();
    for (List<String> split : List.of(tablets.subList(0, 2), tablets.subList(2, 4))) {
      String list = split.stream().sorted().collect(Collectors.joining(","));
      snapshot.addAll(
          read(port, "SELECT `id`, `name` FROM `shop`.`orders`  TABLET(" + list + ") "));
    }
    assertThat(snapshot)
        .containsExactlyInAnyOrder(List.of(1, "a"), List.of(2, "b"), List.of(3, "c"));

    clock.advance(Duration.ofSeconds(5));
    server.execute("INSERT INTO shop.orders VALUES (2, 'new')");
    server.execute("DELETE FROM shop.orders WHERE id = 3");
    clock.advance(Duration.ofSeconds(1));
    String end = now(server);
    List<List<Object>> changes = read(port, incremental("2026-11-30 10:00:01", end));
    assertThat(changes)
        .extracting(row -> row.get(0), row -> row.get(1), row -> ((Number) row.get(4)).intValue())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2, "b", 2),
            org.assertj.core.groups.Tuple.tuple(2, "new", 3),
            org.assertj.core.groups.Tuple.tuple(3, "c", 1));
    assertThat(read(port, incremental(start, end))).hasSize(6);
    assertThat(publish(server, end)).isEqualTo(1);
    assertThat(publish(server, end)).isEqualTo(1);
    assertThat(server.execute("SELECT consumer_id, offset_timestamp FROM shop.offsets"))
        .containsExactly(List.of("job", java.time.LocalDateTime.parse("2026-11-30T10:00:06")));
  }

  private static String incremental(String start, String end) {
    return "SELECT `id`, `name`, __DORIS_BINLOG_TSO__, __DORIS_BINLOG_LSN__, __DORIS_BINLOG_OP__"
        + " FROM `shop`.`orders`@incr('startTimestamp' = '"
        + start
        + "', 'endTimestamp' = '"
        + end
        + "', 'incrementType' = 'DETAIL') ORDER BY __DORIS_BINLOG_TSO__, __DORIS_BINLOG_LSN__,"
        + " __DORIS_BINLOG_OP__";
  }

  private static int publish(DorisTestServer server, String end) throws Exception {
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "root", "");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO `shop`.`offsets` (`consumer_id`, `offset_timestamp`, `update_time`)"
                    + " VALUES (?, ?, CURRENT_TIMESTAMP(3))")) {
      assertThat(connection.isValid(10)).isTrue();
      insert.setString(1, "job");
      insert.setString(2, end);
      return insert.executeUpdate();
    }
  }

  @Test
  void plansOfWhatMayNotBeReadAreRefused(DorisTestServer server) throws Exception {
    JsonNode other = plan(server, "select `id` from `shop`.`other`", "root:");
    assertThat(other.path("status").asInt()).isNotEqualTo(200);
    assertThat(other.path("exception").asText()).contains("must consistent with sql");
    server.execute("CREATE USER 'nobody' IDENTIFIED BY 'secret'");
    JsonNode denied = plan(server, "select `id` from `shop`.`orders`", "nobody:secret");
    assertThat(denied.path("status").asInt()).isNotEqualTo(200);
    assertThat(denied.path("exception").asText()).containsIgnoringCase("denied");
    for (String sql :
        List.of(
            "",
            "drop table shop.orders",
            "delete from `shop`.`orders` where id = 1",
            "select count(*) from `shop`.`orders`",
            "select `id` from `shop`.`orders` order by `id`",
            "select a.`id` from `shop`.`orders` a join `shop`.`offsets` b on a.id = b.consumer_id",
            "select `missing` from `shop`.`orders`",
            "no sql at all")) {
      JsonNode refused = plan(server, sql, "root:");
      assertThat(refused.path("status").asInt()).as(sql).isNotEqualTo(200);
      assertThat(refused.path("exception").asText()).as(sql).isNotBlank();
    }
    assertThat(server.execute("SELECT id FROM shop.orders")).hasSize(3);
  }
}
