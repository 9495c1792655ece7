package io.dorischangelog.testserver.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.type.ArrowFields;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.Schema;

/** Runs a statement for a Flight session and says where its result is to be fetched. */
final class StatementPlanner {
  static final int DEFAULT_BATCH_SIZE = 4064;

  private final FrontEndServices services;
  private final BackEndQueries queries;
  private final FlightSettings settings;

  StatementPlanner(FrontEndServices services, BackEndQueries queries, FlightSettings settings) {
    this.services = services;
    this.queries = queries;
    this.settings = settings;
  }

  /** To be called with the session's command begun. */
  FlightInfo plan(FlightSession session, String sql, FlightDescriptor descriptor) {
    queries.discard(session.session().id());
    Result result = execute(session, sql);
    if (result instanceof Result.Rows rows && rows.servedBy() == Result.ServedBy.BACK_END) {
      return backEndResult(session, sql, rows, descriptor);
    }
    return frontEndResult(session, result, descriptor);
  }

  private Result execute(FlightSession session, String sql) {
    try {
      return services.engine().execute(session.session(), sql);
    } catch (DorisException e) {
      throw FlightErrors.planning(e);
    }
  }

  private FlightInfo frontEndResult(
      FlightSession session, Result result, FlightDescriptor descriptor) {
    String queryId = randomQueryId();
    session.keep(queryId, result);
    FlightEndpoint endpoint =
        new FlightEndpoint(
            ticket(session.token() + ":" + queryId),
            Location.forGrpcInsecure(
                services.node().get().host(), services.node().get().flightPort()));
    return info(ArrowFields.text(FrontEndResults.columns(result)), descriptor, List.of(endpoint));
  }

  private FlightInfo backEndResult(
      FlightSession session, String sql, Result.Rows rows, FlightDescriptor descriptor) {
    ArrowLayout layout = settings.layout(session.session());
    Schema schema = schema(rows, layout);
    BackEndNode node = settings.nextBackEnd();
    String queryId = randomQueryId();
    int batchSize = (int) Math.min(1 << 20, session.number("batch_size", DEFAULT_BATCH_SIZE));
    queries.add(
        new BackEndQuery(
            queryId, session.session().id(), rows.columns(), rows.rows(), layout, batchSize));
    QueryTicket ticket = new QueryTicket(queryId, node.host(), node.thriftPort(), sql);
    FlightEndpoint endpoint =
        new FlightEndpoint(
            ticket(ticket.handle()), Location.forGrpcInsecure(node.host(), node.flightPort()));
    return info(schema, descriptor, List.of(endpoint));
  }

  private static Schema schema(Result.Rows rows, ArrowLayout layout) {
    try {
      return ArrowFields.typed(rows.columns(), layout);
    } catch (DorisException e) {
      throw FlightErrors.planning(e);
    }
  }

  private static FlightInfo info(
      Schema schema, FlightDescriptor descriptor, List<FlightEndpoint> endpoints) {
    return new FlightInfo(schema, descriptor, endpoints, -1, -1);
  }

  private static Ticket ticket(String handle) {
    TicketStatementQuery query =
        TicketStatementQuery.newBuilder()
            .setStatementHandle(ByteString.copyFromUtf8(handle))
            .build();
    return new Ticket(Any.pack(query).toByteArray());
  }

  private static String randomQueryId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return Long.toHexString(random.nextLong()) + "-" + Long.toHexString(random.nextLong());
  }
}
