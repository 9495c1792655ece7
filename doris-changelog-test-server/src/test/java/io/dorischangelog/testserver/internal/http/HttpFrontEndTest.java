package io.dorischangelog.testserver.internal.http;

import static io.dorischangelog.testserver.internal.cluster.ScriptedEngine.column;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The HTTP port under the JDK's client. */
final class HttpFrontEndTest {
  private static final String ROOT = basic("root", "");

  private final ScriptedEngine engine = new ScriptedEngine();
  private final Cluster cluster = engine.start(ClusterOptions.defaults().withNodes(2, 1));
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper mapper = new ObjectMapper();

  @AfterEach
  void close() {
    cluster.close();
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private HttpResponse<String> call(
      int frontEnd, String method, String path, String body, String auth)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + cluster.httpAddresses().get(frontEnd) + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!auth.isEmpty()) {
      request.header("Authorization", auth);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode get(String path, String auth) throws IOException, InterruptedException {
    HttpResponse<String> response = call(0, "GET", path, "", auth);
    assertThat(response.statusCode()).isEqualTo(200);
    return mapper.readTree(response.body());
  }

  private JsonNode statement(String body) throws IOException, InterruptedException {
    HttpResponse<String> response = call(0, "POST", "/api/query/internal/test", body, ROOT);
    assertThat(response.statusCode()).isEqualTo(200);
    return mapper.readTree(response.body());
  }

  @Test
  void theRootPageNeedsNoLogin() throws Exception {
    assertThat(call(0, "GET", "/", "", "").statusCode()).isEqualTo(200);
  }

  @Test
  void theCommitClockIsShown() throws Exception {
    JsonNode answer = get("/api/tso", ROOT);
    assertThat(answer.path("code").asInt()).isZero();
    assertThat(answer.path("msg").asText()).isEqualTo("success");
    JsonNode data = answer.path("data");
    long millis = data.path("current_tso_physical_time").asLong();
    assertThat(millis).isBetween(System.currentTimeMillis() - 10_000, System.currentTimeMillis());
    assertThat(data.path("current_tso").asLong() >>> 18).isEqualTo(millis);
    assertThat(data.path("window_end_physical_time").asLong()).isGreaterThan(millis);
    assertThat(data.path("current_tso_logical_counter").isIntegralNumber()).isTrue();
    assertThat(data.has("master_fe_addr")).isFalse();
  }

  @Test
  void aFollowerNamesTheMaster() throws Exception {
    JsonNode answer = mapper.readTree(call(1, "GET", "/api/tso", "", ROOT).body());
    assertThat(answer.path("data").path("master_fe_addr").asText())
        .isEqualTo(cluster.httpAddresses().get(0));
  }

  @Test
  void wrongCredentialsAreAnsweredInTheEnvelope() throws Exception {
    for (String auth :
        List.of("", basic("root", "x"), basic("nobody", ""), "Basic %%%", "Bearer abc")) {
      JsonNode answer = get("/api/tso", auth);
      assertThat(answer.path("code").asInt()).isEqualTo(401);
      assertThat(answer.path("msg").asText()).isEqualTo("Unauthorized");
    }
    assertThat(cluster.calls().refusedLogins(Protocol.HTTP)).isEqualTo(5);
  }

  @Test
  void statementsAnswerTextCells() throws Exception {
    engine.on(
        "SELECT x",
        session ->
            ScriptedEngine.rows(
                List.of(
                    column("id", DorisType.of(Kind.BIGINT)),
                    column("name", DorisType.of(Kind.VARCHAR, 9))),
                ScriptedEngine.values(new Object[] {7L, "a"}, new Object[] {8L, null})));
    JsonNode answer = statement("{\"stmt\":\"SELECT x\"}");
    assertThat(answer.path("code").asInt()).isZero();
    JsonNode data = answer.path("data");
    assertThat(data.path("type").asText()).isEqualTo("result_set");
    assertThat(data.path("data")).hasToString("[[\"7\",\"a\"],[\"8\",null]]");
    assertThat(data.path("meta").path(0).path("name").asText()).isEqualTo("id");
    assertThat(data.path("meta").path(0).path("type").asText()).isEqualTo("BIGINT");
  }

  @Test
  void statementsHaveNoSessionOfTheOneBefore() throws Exception {
    statement("{\"stmt\":\"SET batch_size = 9\"}");
    engine.on(
        "SELECT size",
        session ->
            ScriptedEngine.rows(
                List.of(column("v", DorisType.of(Kind.STRING))),
                ScriptedEngine.values(new Object[] {session.variable("batch_size").orElse("no")})));
    assertThat(statement("{\"stmt\":\"SELECT size\"}").path("data").path("data"))
        .hasToString("[[\"no\"]]");
    assertThat(cluster.calls().openSessions(Protocol.HTTP)).isZero();
  }

  @Test
  void rowsAreLimited() throws Exception {
    engine.on("SELECT n", session -> ScriptedEngine.numbers(20_000));
    assertThat(statement("{\"stmt\":\"SELECT n\"}").path("data").path("data")).hasSize(1_000);
    assertThat(statement("{\"stmt\":\"SELECT n\",\"limit\":3}").path("data").path("data"))
        .hasSize(3);
    assertThat(statement("{\"stmt\":\"SELECT n\",\"limit\":99999}").path("data").path("data"))
        .hasSize(10_000);
  }

  @Test
  void failedStatementsHaveDorisText() throws Exception {
    engine.on(
        "SELECT bad",
        session -> {
          throw DorisException.of("Unknown column 'bad'");
        });
    JsonNode answer = statement("{\"stmt\":\"SELECT bad\"}");
    assertThat(answer.path("code").asInt()).isEqualTo(1);
    assertThat(answer.path("msg").asText()).isEqualTo("Error");
    assertThat(answer.path("data").asText())
        .startsWith("Failed to execute sql: java.sql.SQLException: ")
        .endsWith("errCode = 2, detailMessage = Unknown column 'bad'");
  }

  @Test
  void garbageIsAnsweredWithAnError() throws Exception {
    for (String body : List.of("", "{", "[]", "{\"stmt\":\"\"}", "\0\1")) {
      JsonNode answer = statement(body);
      assertThat(answer.path("code").asInt()).isEqualTo(403);
      assertThat(answer.path("data").asText()).isEqualTo("Missing statement request body");
    }
    assertThat(call(0, "GET", "/api/nothing", "", ROOT).statusCode()).isEqualTo(404);
    assertThat(call(0, "DELETE", "/api/tso", "", ROOT).statusCode()).isEqualTo(404);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 400");
    }
    assertThat(get("/api/tso", ROOT).path("code").asInt()).isZero();
  }

  private int port() {
    return cluster.node(0).httpPort();
  }

  @Test
  void connectionsAreKeptAlive() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(10_000);
      byte[] request =
          ("GET /api/tso HTTP/1.1\r\nHost: x\r\nAuthorization: " + ROOT + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 3; i++) {
        socket.getOutputStream().write(request);
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\"count\":0}")) {
          answer.append((char) socket.getInputStream().read());
        }
        assertThat(answer.toString()).startsWith("HTTP/1.1 200");
      }
    }
  }

  @Test
  void bootstrapShowsPortsToThoseWhoLogIn() throws Exception {
    assertThat(get("/api/bootstrap", "").path("data").path("arrowFlightSqlPort").asInt()).isZero();
    assertThat(get("/api/bootstrap", ROOT).path("data").path("arrowFlightSqlPort").asInt())
        .isEqualTo(cluster.node(0).flightPort());
  }
}
