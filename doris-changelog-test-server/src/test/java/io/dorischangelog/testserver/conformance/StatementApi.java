package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Doris' SQL over HTTP, with which a client finds the other ports. */
final class StatementApi {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI uri;
  private final Login login;

  StatementApi(String address, Login login) {
    uri = URI.create("http://" + address + "/api/query/internal/information_schema");
    this.login = login;
  }

  /** The rows of a query, as maps from the column's name in lower case to its text. */
  List<Map<String, String>> rows(String sql) {
    String body = JSON.createObjectNode().put("stmt", sql).toString();
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Authorization", login.basic())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return rows(sql, JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + uri, e);
    }
  }

  private static List<Map<String, String>> rows(String sql, JsonNode answer) {
    if (answer.path("code").asInt(-1) != 0) {
      throw new SqlDoor.Refused(sql + ": " + answer.path("data").asText(), null);
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (JsonNode line : answer.path("data").path("data")) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < line.size(); i++) {
        String name = answer.path("data").path("meta").path(i).path("name").asText();
        row.put(name.toLowerCase(Locale.ROOT), line.get(i).asText());
      }
      rows.add(row);
    }
    return rows;
  }
}
