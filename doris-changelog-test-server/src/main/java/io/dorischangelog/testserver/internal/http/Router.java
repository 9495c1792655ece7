package io.dorischangelog.testserver.internal.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds what answers a call. */
final class Router {

  /**
   * A call that is known.
   *
   * @param operation method and path with names instead of values, as calls are recorded
   * @param needsUser whether valid credentials are needed
   * @param answer makes the answer, an {@link Envelope} or another object to be sent as JSON
   */
  record Route(String operation, boolean needsUser, Function<ApiRequest, ?> answer) {}

  private final TsoApi tso;
  private final BootstrapApi bootstrap;
  private final SchemaApi schema;
  private final QueryPlanApi queryPlan;
  private final StatementApi statement;
  private final StreamLoadApi streamLoad;

  Router(
      TsoApi tso,
      BootstrapApi bootstrap,
      SchemaApi schema,
      QueryPlanApi queryPlan,
      StatementApi statement,
      StreamLoadApi streamLoad) {
    this.tso = tso;
    this.bootstrap = bootstrap;
    this.schema = schema;
    this.queryPlan = queryPlan;
    this.statement = statement;
    this.streamLoad = streamLoad;
  }

  /**
   * The route of a call, if there is one.
   *
   * @param path segments, without the empty one in front
   */
  Optional<Route> find(String method, List<String> path) {
    if (path.isEmpty() || !path.get(0).equals("api")) {
      return Optional.empty();
    }
    String last = path.get(path.size() - 1);
    String key = method + " " + path.size() + " " + last;
    return Optional.ofNullable(
        switch (key) {
          case "GET 2 tso" -> new Route("GET /api/tso", true, request -> tso.answer());
          case "GET 2 bootstrap" -> new Route("GET /api/bootstrap", false, bootstrap::answer);
          case "GET 4 _schema", "GET 5 _schema" ->
              new Route("GET /api/{db}/{table}/_schema", true, schema::answer);
          case "GET 4 _query_plan", "POST 4 _query_plan" ->
              new Route("POST /api/{db}/{table}/_query_plan", true, queryPlan::answer);
          case "PUT 4 _stream_load" ->
              new Route("PUT /api/{db}/{table}/_stream_load", true, streamLoad::load);
          case "PUT 3 _stream_load_2pc", "PUT 4 _stream_load_2pc" ->
              new Route("PUT /api/{db}/_stream_load_2pc", true, streamLoad::finish);
          default -> isQuery(method, path) ? query() : null;
        });
  }

  private static boolean isQuery(String method, List<String> path) {
    return method.equals("POST") && path.size() == 4 && path.get(1).equals("query");
  }

  private Route query() {
    return new Route("POST /api/query", true, statement::answer);
  }
}
