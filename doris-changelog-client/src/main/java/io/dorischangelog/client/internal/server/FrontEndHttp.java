package io.dorischangelog.client.internal.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP interface of a front end: the server's clock and metadata statements. One per scan;
 * thread-safe. Calls can be interrupted.
 *
 * <p>Its threads are an executor of its own and those of its client; {@link #close()} ends both.
 */
public final class FrontEndHttp implements AutoCloseable {
  private static final int OK = 0;
  private static final int UNAUTHORIZED = 401;
  private static final int ACCESS_DENIED = 1045;

  /** Rows that the statement endpoint returns at most; longer results are cut without a word. */
  public static final int MAX_ROWS = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Credentials credentials;
  private final Secrets secrets;
  private final Duration readTimeout;
  private final boolean secure;
  private final ExecutorService executor;

  private final ClosableHttpClient client;
  private volatile boolean closed;

  /**
   * @param tls certificates, or null to speak plain HTTP
   * @param threads names and daemon state of the client's threads
   */
  FrontEndHttp(
      Credentials credentials,
      Secrets secrets,
      Duration connectTimeout,
      Duration readTimeout,
      @Nullable TlsMaterial tls,
      ThreadFactory threads) {
    this.credentials = credentials;
    this.secrets = secrets;
    this.readTimeout = readTimeout;
    this.executor = Executors.newCachedThreadPool(threads);
    this.secure = tls != null;
    HttpClient.Builder settings =
        HttpClient.newBuilder()
            .connectTimeout(connectTimeout)
            .version(HttpClient.Version.HTTP_1_1)
            .executor(executor);
    this.client =
        ClosableHttpClient.of(tls == null ? settings : settings.sslContext(tls.context()));
  }

  /**
   * The server's current TSO ({@code GET /api/tso}); reading it does not advance it.
   *
   * @throws IOException if the front end cannot be reached or answers something else
   * @throws StatementFailure if it refuses
   */
  public long currentTso(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    JsonNode tso = data(frontEnd, send(request(frontEnd, "/api/tso").GET())).path("current_tso");
    if (!tso.canConvertToLong() || tso.asLong() <= 0) {
      throw new IOException("front end " + frontEnd + " answered /api/tso without a current_tso");
    }
    return tso.asLong();
  }

  /**
   * Runs one statement in a session of its own ({@code POST /api/query/internal/<db>}).
   *
   * @throws IOException if the front end cannot be reached or answers something else
   * @throws StatementFailure if it refuses the statement
   */
  public TextTable query(HostAndPort frontEnd, String database, String sql)
      throws IOException, StatementFailure, InterruptedException {
    String body = JSON.createObjectNode().put("stmt", sql).put("limit", MAX_ROWS).toString();
    String path = "/api/query/internal/" + segment(database);
    return table(data(frontEnd, send(post(frontEnd, path, body))));
  }

  /**
   * The tablets that a plain scan of one table reads ({@code POST /api/<db>/<table>/_query_plan});
   * SELECT on the table is enough to ask. Partitions without rows may be left out.
   *
   * @param sql {@code SELECT <columns> FROM <db>.<table>}
   * @return ids, ascending
   * @throws IOException if the front end cannot be reached or answers something else
   * @throws StatementFailure if it refuses to plan
   */
  public List<Long> plannedTablets(HostAndPort frontEnd, TableId table, String sql)
      throws IOException, StatementFailure, InterruptedException {
    String body = JSON.createObjectNode().put("sql", sql).toString();
    String path = "/api/" + segment(table.database()) + "/" + segment(table.table());
    JsonNode plan = data(frontEnd, send(post(frontEnd, path + "/_query_plan", body)));
    int status = plan.path("status").asInt();
    if (status != 200) {
      int code = status == UNAUTHORIZED ? ACCESS_DENIED : StatementFailure.NO_CODE;
      throw refused(code, plan.path("exception").asText("no plan: " + status));
    }
    List<Long> tablets = new ArrayList<>();
    for (Iterator<String> ids = plan.path("partitions").fieldNames(); ids.hasNext(); ) {
      tablets.add(tabletId(frontEnd, ids.next()));
    }
    Collections.sort(tablets);
    return tablets;
  }

  private static long tabletId(HostAndPort frontEnd, String text) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("front end " + frontEnd + " planned a tablet '" + text + "'", e);
    }
  }

  private HttpRequest.Builder post(HostAndPort frontEnd, String path, String json) {
    return request(frontEnd, path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  private static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(HostAndPort frontEnd, String path) {
    return HttpRequest.newBuilder(URI.create((secure ? "https://" : "http://") + frontEnd + path))
        .timeout(readTimeout)
        .header("Authorization", credentials.basicHeader());
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    if (closed) {
      throw new IOException("the connection to the front ends was closed");
    }
    CompletableFuture<HttpResponse<String>> answer =
        client.client().sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    try {
      // The request's own timeout ends with the headers; this one covers the body.
      return answer.get(readTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw tooLate();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof HttpTimeoutException late
          && !(late instanceof HttpConnectTimeoutException)) {
        throw tooLate();
      }
      if (e.getCause() instanceof IOException broken) {
        throw TlsFailures.hinting(broken, secure);
      }
      throw new IOException(e.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  /** A plain server waits for the end of what it takes for the first line of a request. */
  private HttpTimeoutException tooLate() {
    return new HttpTimeoutException(
        secure
            ? "no answer in time; perhaps no TLS is spoken on this port (tls is switched on)"
            : "no answer in time");
  }

  /** The envelope's payload: the answer is HTTP 200 even for errors, the code is inside. */
  private JsonNode data(HostAndPort frontEnd, HttpResponse<String> answer)
      throws IOException, StatementFailure {
    if (answer.statusCode() == UNAUTHORIZED) {
      throw new StatementFailure(ACCESS_DENIED, "the front end answered HTTP 401");
    }
    if (answer.statusCode() >= 300 && answer.statusCode() < 500) {
      throw new HttpRefusedException(frontEnd, answer.statusCode());
    }
    if (answer.statusCode() != 200) {
      throw new IOException("front end " + frontEnd + " answered HTTP " + answer.statusCode());
    }
    JsonNode envelope = parse(frontEnd, answer.body());
    int code = envelope.path("code").asInt(OK);
    JsonNode data = envelope.path("data");
    if (code == UNAUTHORIZED) {
      throw refused(ACCESS_DENIED, data.asText());
    }
    if (code != OK) {
      throw refused(StatementFailure.NO_CODE, data.asText());
    }
    return data;
  }

  private StatementFailure refused(int code, String text) {
    return new StatementFailure(code, secrets.hide(text));
  }

  private static JsonNode parse(HostAndPort frontEnd, String body) throws IOException {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "what answered at " + frontEnd + " is not a Doris front end: no JSON came back", e);
    }
  }

  private static TextTable table(JsonNode data) {
    List<String> columns = new ArrayList<>();
    data.path("meta").forEach(column -> columns.add(column.path("name").asText()));
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (JsonNode row : data.path("data")) {
      List<@Nullable String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.isNull() ? null : cell.asText()));
      rows.add(cells);
    }
    return new TextTable(columns, rows);
  }

  @Override
  public void close() {
    closed = true;
    client.close();
    executor.shutdownNow();
  }
}
