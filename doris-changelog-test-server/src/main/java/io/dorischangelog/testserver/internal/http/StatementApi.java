package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.type.Values;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /api/query/<namespace>/<database>}: one statement in a session of its own. */
final class StatementApi {
  private static final int DEFAULT_LIMIT = 1_000;
  private static final int MAX_LIMIT = 10_000;

  private final FrontEndServices services;
  private final ObjectMapper mapper;

  StatementApi(FrontEndServices services, ObjectMapper mapper) {
    this.services = services;
    this.mapper = mapper;
  }

  Envelope answer(ApiRequest request) {
    JsonNode body = body(request);
    String statement = body.path("stmt").asText();
    if (statement.isBlank()) {
      return Envelope.badRequest("Missing statement request body");
    }
    if (!body.path("is_sync").asBoolean(true)) {
      return Envelope.badRequest("Only support sync statement");
    }
    int limit = Math.min(MAX_LIMIT, Math.max(0, body.path("limit").asInt(DEFAULT_LIMIT)));
    Session session =
        services.sessions().open(Protocol.HTTP, request.user(), services.node().get());
    try {
      services.record(Protocol.HTTP, "POST /api/query", statement, session);
      return Envelope.ok(run(session, request.fromEnd(1), statement, limit));
    } catch (DorisException e) {
      return Envelope.error(
          "Failed to execute sql: java.sql.SQLException: (conn="
              + session.id()
              + ") errCode = 2, detailMessage = "
              + e.getMessage());
    } finally {
      services.sessions().close(Protocol.HTTP, session);
    }
  }

  private JsonNode body(ApiRequest request) {
    try {
      return mapper.readTree(request.body().isEmpty() ? "{}" : request.body());
    } catch (JsonProcessingException e) {
      return mapper.createObjectNode();
    }
  }

  private Map<String, Object> run(Session session, String database, String statement, int limit) {
    long begin = System.nanoTime();
    services.engine().execute(session, "USE `" + database.replace("`", "``") + "`");
    Result result = services.engine().execute(session, statement);
    Map<String, Object> data = new LinkedHashMap<>();
    if (result instanceof Result.Rows rows) {
      data.put("type", "result_set");
      data.put("data", cells(rows, limit));
      data.put("meta", rows.columns().stream().map(StatementApi::meta).toList());
    } else {
      data.put("type", "exec_status");
    }
    data.put("status", Map.of());
    data.put("time", (System.nanoTime() - begin) / 1_000_000);
    return data;
  }

  private static Map<String, String> meta(ResultColumn column) {
    return Map.of("name", column.label(), "type", column.type().kind().name());
  }

  private static List<List<@Nullable String>> cells(Result.Rows result, int limit) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    while (rows.size() < limit) {
      @Nullable Object @Nullable [] row = result.rows().next();
      if (row == null) {
        break;
      }
      List<@Nullable String> cells = new ArrayList<>(row.length);
      for (int i = 0; i < row.length; i++) {
        cells.add(Values.format(row[i], result.columns().get(i).type()));
      }
      rows.add(cells);
    }
    return rows;
  }
}
