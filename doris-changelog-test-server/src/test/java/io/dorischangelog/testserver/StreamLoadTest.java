package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Flexible partial updates over HTTP. */
final class StreamLoadTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private DorisTestServer server;

  @BeforeEach
  void start() {
    server = DorisTestServer.start();
    server.execute("CREATE DATABASE d");
    server.execute(
        "CREATE TABLE d.t (k INT, a INT NOT NULL DEFAULT \"7\", tags ARRAY<STRING>, j JSON)"
            + " UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES (\"replication_num\" ="
            + " \"1\", \"enable_unique_key_merge_on_write\" = \"true\", \"changelog.enable\" ="
            + " \"true\", \"changelog.need_historical_value\" = \"true\","
            + " \"enable_unique_key_skip_bitmap_column\" = \"true\")");
    server.execute("INSERT INTO d.t VALUES (1, 10, ['x'], NULL), (2, 20, NULL, NULL)");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everyRowNamesItsOwnColumns() throws Exception {
    JsonNode answer =
        load(
            "[{\"k\":1,\"a\":11},{\"k\":3,\"tags\":[\"y\",null],\"j\":{\"z\":1},\"other\":0},"
                + "{\"k\":2,\"__DORIS_DELETE_SIGN__\":1}]");
    assertThat(answer.path("Status").asText()).isEqualTo("Success");
    assertThat(answer.path("NumberLoadedRows").asInt()).isEqualTo(3);
    assertThat(server.execute("SELECT * FROM d.t ORDER BY k"))
        .containsExactly(
            Arrays.asList(1, 11, List.of("x"), null),
            Arrays.asList(3, 7, Arrays.asList("y", null), "{\"z\":1}"));
  }

  @Test
  void rowsMayStandOneBehindTheOther() throws Exception {
    assertThat(load("{\"k\":1,\"a\":5}\n{\"k\":1,\"tags\":null}").path("Status").asText())
        .isEqualTo("Success");
    assertThat(server.execute("SELECT a, tags FROM d.t WHERE k = 1"))
        .containsExactly(Arrays.asList(5, null));
  }

  @Test
  void aLoadThatFailsLeavesNothing() throws Exception {
    JsonNode answer = load("[{\"k\":1,\"a\":99},{\"k\":2,\"a\":null}]");
    assertThat(answer.path("Status").asText()).isEqualTo("Fail");
    assertThat(answer.path("Message").asText()).contains("[a]");
    assertThat(server.execute("SELECT a FROM d.t ORDER BY k"))
        .containsExactly(List.of(10), List.of(20));
  }

  @Test
  void brokenJsonIsRefused() throws Exception {
    assertThat(load("[{\"k\":").path("Message").asText()).contains("JSON data cannot be read");
  }

  @Test
  void anotherModeIsRefusedWithTheWayOut() throws Exception {
    JsonNode answer = put("root", "SOMEHOW", "[]");
    assertThat(answer.path("Status").asText()).isEqualTo("Fail");
    assertThat(answer.path("Message").asText())
        .contains("unique_key_update_mode", "UPDATE_FLEXIBLE_COLUMNS");
  }

  @Test
  void anAccountWithoutThePrivilegeIsRefused() throws Exception {
    server.execute("CREATE USER reader IDENTIFIED BY ''");
    assertThat(put("reader", "UPDATE_FLEXIBLE_COLUMNS", "[]").path("Message").asText())
        .contains("Access denied");
  }

  private JsonNode load(String body) throws IOException, InterruptedException {
    return put("root", "UPDATE_FLEXIBLE_COLUMNS", body);
  }

  private JsonNode put(String user, String mode, String body)
      throws IOException, InterruptedException {
    String login =
        Base64.getEncoder().encodeToString((user + ":").getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + server.httpAddress() + "/api/d/t/_stream_load"))
            .header("Authorization", "Basic " + login)
            .header("format", "json")
            .header("unique_key_update_mode", mode)
            .PUT(BodyPublishers.ofString(body))
            .build();
    return new ObjectMapper().readTree(client.send(request, BodyHandlers.ofString()).body());
  }
}
