package io.dorischangelog.testserver.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.dorischangelog.testserver.Protocol;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.NoOpFlightSqlProducer;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;

/** Streams the rows of queries. There is no log-in: whoever knows a query id may fetch it. */
final class BackEndProducer extends NoOpFlightSqlProducer {
  private final String name;
  private final BackEndQueries queries;
  private final BackEndRows rows;
  private final BackEndServices services;

  BackEndProducer(
      String name,
      BackEndQueries queries,
      FlightPort.Resources resources,
      BackEndServices services) {
    this.name = name;
    this.queries = queries;
    this.rows = new BackEndRows(queries, services.faults(), services.calls(), resources);
    this.services = services;
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    QueryTicket parsed = QueryTicket.parse(handle(ticket));
    services.calls().record(Protocol.FLIGHT_BACK_END, name, "DoGet", parsed.sql(), 0, "");
    BackEndQuery query = queries.take(parsed).orElseThrow(() -> unknown(parsed));
    rows.send(query, listener);
  }

  private static String handle(Ticket ticket) {
    try {
      return Any.parseFrom(ticket.getBytes())
          .unpack(TicketStatementQuery.class)
          .getStatementHandle()
          .toStringUtf8();
    } catch (InvalidProtocolBufferException e) {
      throw QueryTicket.malformed("it is no statement ticket");
    }
  }

  private static RuntimeException unknown(QueryTicket ticket) {
    return CallStatus.INTERNAL
        .withDescription("no result for this query, finst_id=" + ticket.queryId())
        .toRuntimeException();
  }

  @Override
  public void close() {}
}
