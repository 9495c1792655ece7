package io.dorischangelog.testserver.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.type.ArrowBatchWriter;
import java.util.List;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.NoOpFlightSqlProducer;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;

/** Streams the rows of queries. There is no log-in: whoever knows a query id may fetch it. */
final class BackEndProducer extends NoOpFlightSqlProducer {
  private final String name;
  private final BackEndQueries queries;
  private final FlightPort.Resources resources;
  private final BackEndServices services;

  BackEndProducer(
      String name,
      BackEndQueries queries,
      FlightPort.Resources resources,
      BackEndServices services) {
    this.name = name;
    this.queries = queries;
    this.resources = resources;
    this.services = services;
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    QueryTicket parsed = QueryTicket.parse(handle(ticket));
    services.calls().record(Protocol.FLIGHT_BACK_END, name, "DoGet", parsed.sql(), 0, "");
    BackEndQuery query = queries.take(parsed).orElseThrow(() -> unknown(parsed));
    StreamSender sender = new StreamSender(listener);
    queries.sendingBegins(query, sender);
    resources.run(() -> send(query, sender));
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

  private void send(BackEndQuery query, StreamSender sender) {
    try {
      List<FaultAction> faults = services.faults().strike(FaultPoint.FETCH, query.ticket().sql());
      if (FlightFaults.splitsPairs(faults)) {
        PairSplitter splitter = new PairSplitter(query);
        sender.send(open(query), splitter, splitter::nextBatch, FlightFaults.earlyEnd(faults));
      } else {
        sender.send(open(query), query.rows(), query::batchSize, FlightFaults.earlyEnd(faults));
      }
    } finally {
      queries.sendingEnds(sender);
    }
  }

  private Supplier<ArrowBatchWriter> open(BackEndQuery query) {
    return () -> ArrowBatchWriter.typed(query.columns(), query.layout(), resources.allocator());
  }

  @Override
  public void close() {}
}
