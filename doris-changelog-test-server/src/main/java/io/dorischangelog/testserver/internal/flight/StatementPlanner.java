package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.type.ArrowFields;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Runs a statement for a Flight session and says where its result is to be fetched. */
final class StatementPlanner {
  static final int DEFAULT_BATCH_SIZE = 4064;

  private static final int MAX_BATCH_SIZE = 1 << 20;
  private static final Set<String> TRUE = Set.of("true", "1", "on");

  private final FrontEndServices services;
  private final BackEndQueries queries;
  private final FlightSettings settings;
  private final EndpointPlanner endpoints;

  StatementPlanner(FrontEndServices services, BackEndQueries queries, FlightSettings settings) {
    this.services = services;
    this.queries = queries;
    this.settings = settings;
    this.endpoints = new EndpointPlanner(queries, settings);
  }

  /** To be called with the session's command begun. */
  FlightInfo plan(
      FlightSession session,
      String sql,
      FlightDescriptor descriptor,
      Optional<EndpointShape> shape) {
    queries.discard(session.session().id());
    try {
      Result result = services.engine().execute(session.session(), sql);
      if (result instanceof Result.Rows rows && rows.servedBy() == Result.ServedBy.BACK_END) {
        return backEndResult(session, sql, rows, descriptor, shape);
      }
      return frontEndResult(session, result, descriptor);
    } catch (DorisException e) {
      throw FlightErrors.planning(e);
    }
  }

  private FlightInfo frontEndResult(
      FlightSession session, Result result, FlightDescriptor descriptor) {
    String queryId = EndpointPlanner.randomQueryId();
    session.keep(queryId, result);
    FrontEndNode node = services.node().get();
    FlightEndpoint endpoint =
        new FlightEndpoint(
            EndpointPlanner.ticket(session.token() + ":" + queryId),
            settings.location(node.host(), node.flightPort()));
    return info(ArrowFields.text(FrontEndResults.columns(result)), descriptor, List.of(endpoint));
  }

  private FlightInfo backEndResult(
      FlightSession session,
      String sql,
      Result.Rows rows,
      FlightDescriptor descriptor,
      Optional<EndpointShape> shape) {
    ArrowLayout layout = settings.layout(session.session());
    Schema schema = ArrowFields.typed(rows.columns(), layout);
    int batchSize =
        (int) Math.min(MAX_BATCH_SIZE, session.number("batch_size", DEFAULT_BATCH_SIZE));
    EndpointPlanner.Query query =
        new EndpointPlanner.Query(session.session().id(), sql, rows, layout, batchSize);
    if (shape.isPresent()) {
      boolean told = shape.get().columns() != EndpointShape.Columns.NOT_PLANNED;
      return info(told ? schema : null, descriptor, endpoints.shaped(query, shape.get()));
    }
    boolean parallel = settings.backEnds().size() > 1 && wantsParallelSink(session);
    return info(
        schema, descriptor, parallel ? endpoints.onePerBackEnd(query) : endpoints.one(query));
  }

  private static boolean wantsParallelSink(FlightSession session) {
    return session
        .session()
        .variable("enable_parallel_result_sink")
        .map(value -> value.toLowerCase(Locale.ROOT))
        .filter(TRUE::contains)
        .isPresent();
  }

  private static FlightInfo info(
      @Nullable Schema schema, FlightDescriptor descriptor, List<FlightEndpoint> endpoints) {
    return new FlightInfo(schema, descriptor, endpoints, -1, -1);
  }
}
