package io.dorischangelog.testserver.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;

/** Puts the rows of a query on back ends, and makes the endpoints that tell where they are. */
final class EndpointPlanner {

  /**
   * A query that was executed.
   *
   * @param sessionId session that asked for it
   * @param sql the statement
   * @param rows its result
   * @param layout how values are laid out
   * @param batchSize most rows of a batch
   */
  record Query(long sessionId, String sql, Result.Rows rows, ArrowLayout layout, int batchSize) {}

  private final BackEndQueries queries;
  private final FlightSettings settings;

  EndpointPlanner(BackEndQueries queries, FlightSettings settings) {
    this.queries = queries;
    this.settings = settings;
  }

  /** As a rule there is one endpoint. */
  List<FlightEndpoint> one(Query query) {
    BackEndNode node = settings.nextBackEnd();
    QueryTicket ticket = put(query, query.rows().rows(), node, randomQueryId());
    return List.of(endpoint(ticket, settings.advertised(node)));
  }

  /** With {@code enable_parallel_result_sink} each back end has a part, under one query id. */
  List<FlightEndpoint> onePerBackEnd(Query query) {
    List<BackEndNode> nodes = settings.backEnds();
    List<RowSource> parts = RowDealer.deal(query.rows().rows(), nodes.size(), false);
    String queryId = randomQueryId();
    List<FlightEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      QueryTicket ticket = put(query, parts.get(i), nodes.get(i), queryId);
      endpoints.add(endpoint(ticket, settings.advertised(nodes.get(i))));
    }
    return endpoints;
  }

  /** Endpoints as a test wants them. */
  List<FlightEndpoint> shaped(Query query, EndpointShape shape) {
    List<RowSource> parts = new ArrayList<>();
    RowSource empty = () -> null;
    for (int i = 0; i < shape.emptyBefore(); i++) {
      parts.add(empty);
    }
    parts.addAll(RowDealer.deal(query.rows().rows(), shape.parts(), shape.isReversed()));
    for (int i = 0; i < shape.emptyAfter(); i++) {
      parts.add(empty);
    }
    List<FlightEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean last = i == parts.size() - 1;
      OddPart part = last ? OddPart.of(shape.columns(), query.rows().columns()) : OddPart.NONE;
      endpoints.add(shapedEndpoint(part.query(query), part.rows(parts.get(i)), shape));
    }
    return endpoints;
  }

  private FlightEndpoint shapedEndpoint(Query query, RowSource part, EndpointShape shape) {
    BackEndNode node = settings.nextBackEnd();
    Location right = settings.advertised(node);
    Location[] locations =
        shape.locations().stream().map(text -> location(text, right)).toArray(Location[]::new);
    boolean atFrontEnd = locations.length == 0;
    return endpoint(put(query, part, node, randomQueryId(), atFrontEnd), locations);
  }

  private static Location location(String text, Location right) {
    URI uri = right.getUri();
    String filled =
        text.replace("{location}", uri.toString())
            .replace("{host}", uri.getHost())
            .replace("{port}", Integer.toString(uri.getPort()));
    try {
      return new Location(filled);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no location: " + filled, e);
    }
  }

  private QueryTicket put(Query query, RowSource rows, BackEndNode node, String queryId) {
    return put(query, rows, node, queryId, false);
  }

  private QueryTicket put(
      Query query, RowSource rows, BackEndNode node, String queryId, boolean atFrontEnd) {
    QueryTicket ticket = new QueryTicket(queryId, node.host(), node.thriftPort(), query.sql());
    queries.add(
        new BackEndQuery(
            ticket,
            query.sessionId(),
            query.rows().columns(),
            rows,
            query.layout(),
            query.batchSize(),
            atFrontEnd));
    return ticket;
  }

  private static FlightEndpoint endpoint(QueryTicket ticket, Location... locations) {
    return new FlightEndpoint(ticket(ticket.handle()), locations);
  }

  /** A ticket with a handle, as both kinds of node understand it. */
  static Ticket ticket(String handle) {
    TicketStatementQuery query =
        TicketStatementQuery.newBuilder()
            .setStatementHandle(ByteString.copyFromUtf8(handle))
            .build();
    return new Ticket(Any.pack(query).toByteArray());
  }

  static String randomQueryId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return Long.toHexString(random.nextLong()) + "-" + Long.toHexString(random.nextLong());
  }
}
