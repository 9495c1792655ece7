package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Doris' stream load: one HTTP PUT is one transaction. */
final class StreamLoad {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final Login login;

  /** Loads through the front end at {@code host:port}. */
  StreamLoad(String address, Login login) {
    this.address = address;
    this.login = login;
  }

  /** Loads objects in the flexible partial update mode. */
  void flexible(String database, String table, List<JsonNode> rows) {
    String path = "/api/" + encoded(database) + "/" + encoded(table) + "/_stream_load";
    URI uri = URI.create("http://" + address + path);
    try {
      HttpResponse<String> response = put(uri, body(rows));
      if (response.statusCode() == 307) {
        response =
            put(URI.create(response.headers().firstValue("location").orElseThrow()), body(rows));
      }
      check(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while loading", e);
    }
  }

  private HttpResponse<String> put(URI uri, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(withoutLogin(uri))
            .header("Authorization", login.basic())
            .header("format", "json")
            .header("strip_outer_array", "true")
            .header("unique_key_update_mode", "UPDATE_FLEXIBLE_COLUMNS")
            .expectContinue(true)
            .PUT(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  /** A redirection of Doris carries the account in its address. */
  private static URI withoutLogin(URI uri) {
    String text = uri.toString();
    return URI.create(text.replaceFirst("//[^/@]*@", "//"));
  }

  private static String body(List<JsonNode> rows) {
    ArrayNode array = JSON.createArrayNode();
    for (JsonNode row : rows) {
      ObjectNode named = array.addObject();
      row.properties().forEach(field -> named.set(WriteSql.real(field.getKey()), field.getValue()));
    }
    return array.toString();
  }

  private static void check(HttpResponse<String> response) throws IOException {
    if (response.statusCode() == 404) {
      throw new CannotExpress("the server has no stream load");
    }
    JsonNode answer = JSON.readTree(response.body());
    if (!answer.has("Status")) {
      throw new CannotExpress("the server has no stream load: " + response.body());
    }
    String status = answer.get("Status").asText();
    if (!status.equals("Success") && !status.equals("Publish Timeout")) {
      throw new SqlDoor.Refused(answer.path("Message").asText(), null);
    }
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
