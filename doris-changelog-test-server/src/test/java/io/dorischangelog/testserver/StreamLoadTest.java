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

/** Loads over HTTP: the modes of update, the forms of content, and two phases. */
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

  /** The field's value is not the last one's type, and has characters that JSON writes escaped. */
  @Test
  void fieldsOfAStructAreReadByTheirOwnTypes() throws Exception {
    server.execute("ALTER TABLE d.t ADD COLUMN s STRUCT<x:ARRAY<STRING>,y:INT>");
    assertThat(
            load("[{\"k\":1,\"s\":{\"y\":2,\"x\":[\"a\\nb\\u0001\",null]}}]")
                .path("Status")
                .asText())
        .isEqualTo("Success");
    assertThat(server.execute("SELECT s FROM d.t WHERE k = 1"))
        .containsExactly(List.of(List.of(Arrays.asList("a\nb\u0001", null), 2)));
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

  @Test
  void linesAndCellsMayBeSeparatedByAnything() throws Exception {
    JsonNode answer =
        send(
            "_stream_load",
            "1|11|[\"y\"]|\\N;4|40|\\N|\\N;",
            "column_separator",
            "|",
            "line_delimiter",
            ";");
    assertThat(answer.path("NumberLoadedRows").asInt()).isEqualTo(2);
    assertThat(server.execute("SELECT k, a, tags FROM d.t WHERE k <> 2 ORDER BY k"))
        .containsExactly(List.of(1, 11, List.of("y")), Arrays.asList(4, 40, null));
  }

  @Test
  void aFixedPartialUpdateLeavesTheOtherColumns() throws Exception {
    JsonNode answer =
        send("_stream_load", "1\t99\n5\t55\n", "columns", "k,a", "partial_columns", "true");
    assertThat(answer.path("Status").asText()).isEqualTo("Success");
    assertThat(server.execute("SELECT k, a, tags FROM d.t WHERE k <> 2 ORDER BY k"))
        .containsExactly(List.of(1, 99, List.of("x")), Arrays.asList(5, 55, null));
    assertThat(
            server.execute(
                "SELECT __DORIS_CHANGELOG_OP__, k, a FROM d.t@incr('incrementType' = 'DETAIL')"
                    + " WHERE k <> 2 ORDER BY __DORIS_CHANGELOG_TSO__, __DORIS_CHANGELOG_LSN__,"
                    + " __DORIS_CHANGELOG_OP__"))
        .extracting(row -> row.get(2))
        .containsExactly(10, 10, 99, 55);
  }

  @Test
  void aNewKeyCanBeForbiddenToAPartialUpdate() throws Exception {
    JsonNode answer =
        send(
            "_stream_load",
            "[{\"k\":8,\"a\":1}]",
            "format",
            "json",
            "columns",
            "k,a",
            "partial_columns",
            "true",
            "partial_update_new_key_behavior",
            "ERROR");
    assertThat(answer.path("Message").asText()).contains("partial_update_new_key_behavior");
    assertThat(server.execute("SELECT k FROM d.t WHERE k = 8")).isEmpty();
  }

  @Test
  void theSecondPhaseShowsTheRows() throws Exception {
    String id = preCommit("first");
    assertThat(server.execute("SELECT a FROM d.t WHERE k = 6")).isEmpty();
    assertThat(finish(id, "commit")).isEqualTo("Success");
    assertThat(server.execute("SELECT a FROM d.t WHERE k = 6")).containsExactly(List.of(60));
    assertThat(finish(id, "commit")).isEqualTo("ANALYSIS_ERROR");
  }

  @Test
  void anAbortedLoadLeavesNothingAndFreesItsLabel() throws Exception {
    assertThat(finish(preCommit("again"), "abort")).isEqualTo("Success");
    assertThat(server.execute("SELECT a FROM d.t WHERE k = 6")).isEmpty();
    assertThat(finish(preCommit("again"), "commit")).isEqualTo("Success");
    assertThat(
            send("_stream_load", "6\t1\n", "columns", "k,a", "label", "again")
                .path("Status")
                .asText())
        .isEqualTo("Label Already Exists");
  }

  private String preCommit(String label) throws IOException, InterruptedException {
    JsonNode answer =
        send(
            "_stream_load",
            "6\t60\n",
            "columns",
            "k,a",
            "label",
            label,
            "two_phase_commit",
            "true");
    assertThat(answer.path("Status").asText()).isEqualTo("Success");
    return answer.path("TxnId").asText();
  }

  private String finish(String id, String operation) throws IOException, InterruptedException {
    return send("_stream_load_2pc", "", "txn_id", id, "txn_operation", operation)
        .path("status")
        .asText();
  }

  private JsonNode send(String action, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + server.httpAddress() + "/api/d/t/" + action))
            .header("Authorization", "Basic cm9vdDo=")
            .headers(headers)
            .PUT(BodyPublishers.ofString(body))
            .build();
    return new ObjectMapper().readTree(client.send(request, BodyHandlers.ofString()).body());
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
