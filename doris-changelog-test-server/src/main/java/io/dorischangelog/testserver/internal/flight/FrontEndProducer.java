package io.dorischangelog.testserver.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.NoOpFlightSqlProducer;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The Flight SQL calls that a front end answers; all others are UNIMPLEMENTED, as they are in
 * Doris.
 */
final class FrontEndProducer extends NoOpFlightSqlProducer {
  private static final Protocol DOOR = Protocol.FLIGHT_FRONT_END;
  private static final Schema DUMMY_PREPARED_SCHEMA =
      new Schema(List.of(Field.nullable("ResultMeta", ArrowType.Utf8.INSTANCE)));

  private final FrontEndServices services;
  private final FlightSessions sessions;
  private final StatementPlanner planner;
  private final SessionOptions options;
  private final BackEndQueries queries;
  private final BackEndRows rows;
  private final FlightPort.Resources resources;

  FrontEndProducer(
      FrontEndServices services,
      FlightSessions sessions,
      StatementPlanner planner,
      BackEndQueries queries,
      FlightPort.Resources resources) {
    this.services = services;
    this.sessions = sessions;
    this.planner = planner;
    this.options = new SessionOptions(services.engine());
    this.queries = queries;
    this.rows = new BackEndRows(queries, services.faults(), services.calls(), resources);
    this.resources = resources;
  }

  @Override
  public FlightInfo getFlightInfoStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return plan(command.getQuery(), context, descriptor);
  }

  private FlightInfo plan(String sql, CallContext context, FlightDescriptor descriptor) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "GetFlightInfo", sql, session.session());
    List<FaultAction> faults = strike(FaultPoint.PLAN, sql, session);
    return command(
        session, () -> planner.plan(session, sql, descriptor, FlightFaults.endpoints(faults)));
  }

  private List<FaultAction> strike(FaultPoint point, String text, FlightSession session) {
    List<FaultAction> faults = services.faults().strike(point, text);
    FlightFaults.throwStatus(faults);
    if (FlightFaults.expiresToken(faults)) {
      sessions.close(session);
      sessions.find(session.token());
    }
    return faults;
  }

  private static <T> T command(FlightSession session, Supplier<T> work) {
    session.begin();
    try {
      return work.get();
    } finally {
      session.end();
    }
  }

  @Override
  public void getStreamStatement(
      TicketStatementQuery ticket, CallContext context, ServerStreamListener listener) {
    String handle = ticket.getStatementHandle().toStringUtf8();
    Optional<BackEndQuery> query = withoutLocation(handle);
    if (query.isPresent()) {
      services.record(DOOR, "DoGet", "", sessions.find(context.peerIdentity()).session());
      rows.send(query.get(), listener);
      return;
    }
    String[] parts = handle.split(":", -1);
    if (parts.length != 2) {
      throw streamFailed("the ticket is not one of a front end");
    }
    FlightSession session = sessions.find(parts[0]);
    services.record(DOOR, "DoGet", "", session.session());
    Result result =
        session
            .take(parts[1])
            .orElseThrow(() -> streamFailed("query " + parts[1] + " has no result to fetch"));
    StreamSender sender = new StreamSender(listener, services.calls());
    resources.run(() -> send(result, sender));
  }

  private Optional<BackEndQuery> withoutLocation(String handle) {
    return handle.indexOf('&') < 0
        ? Optional.empty()
        : queries.takeAtFrontEnd(QueryTicket.parse(handle));
  }

  private void send(Result result, StreamSender sender) {
    List<FaultAction> faults = services.faults().strike(FaultPoint.FETCH, "");
    sender.send(
        () -> FrontEndResults.writer(result, resources.allocator()),
        FrontEndResults.rows(result),
        () -> StatementPlanner.DEFAULT_BATCH_SIZE,
        FlightFaults.earlyEnd(faults));
  }

  private static RuntimeException streamFailed(String why) {
    return CallStatus.INTERNAL
        .withDescription("get stream statement failed, " + why)
        .toRuntimeException();
  }

  @Override
  public void createPreparedStatement(
      ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<org.apache.arrow.flight.Result> listener) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "CreatePreparedStatement", request.getQuery(), session.session());
    String handle = session.token() + ":" + UUID.randomUUID();
    session.prepared().put(handle, request.getQuery());
    ActionCreatePreparedStatementResult result =
        ActionCreatePreparedStatementResult.newBuilder()
            .setPreparedStatementHandle(ByteString.copyFromUtf8(handle))
            .setDatasetSchema(ByteString.copyFrom(DUMMY_PREPARED_SCHEMA.serializeAsMessage()))
            .build();
    listener.onNext(new org.apache.arrow.flight.Result(Any.pack(result).toByteArray()));
    listener.onCompleted();
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    FlightSession session = sessions.find(context.peerIdentity());
    String handle = command.getPreparedStatementHandle().toString(StandardCharsets.UTF_8);
    String sql = session.prepared().get(handle);
    if (sql == null) {
      throw CallStatus.INTERNAL
          .withDescription("get flight info prepared statement failed, unknown handle")
          .toRuntimeException();
    }
    return plan(sql, context, descriptor);
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<org.apache.arrow.flight.Result> listener) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "ClosePreparedStatement", "", session.session());
    session.prepared().remove(request.getPreparedStatementHandle().toStringUtf8());
    listener.onCompleted();
  }

  @Override
  public void setSessionOptions(
      SetSessionOptionsRequest request,
      CallContext context,
      StreamListener<SetSessionOptionsResult> listener) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "SetSessionOptions", "", session.session());
    strike(FaultPoint.SESSION_CALL, "SetSessionOptions", session);
    var errors =
        command(session, () -> options.write(session.session(), request.getSessionOptions()));
    listener.onNext(new SetSessionOptionsResult(errors));
    listener.onCompleted();
  }

  @Override
  public void getSessionOptions(
      GetSessionOptionsRequest request,
      CallContext context,
      StreamListener<GetSessionOptionsResult> listener) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "GetSessionOptions", "", session.session());
    strike(FaultPoint.SESSION_CALL, "GetSessionOptions", session);
    try {
      var values = command(session, () -> options.read(session.session()));
      listener.onNext(new GetSessionOptionsResult(values));
      listener.onCompleted();
    } catch (DorisException e) {
      listener.onError(FlightErrors.planning(e));
    }
  }

  @Override
  public void closeSession(
      CloseSessionRequest request,
      CallContext context,
      StreamListener<CloseSessionResult> listener) {
    FlightSession session = sessions.find(context.peerIdentity());
    services.record(DOOR, "CloseSession", "", session.session());
    strike(FaultPoint.SESSION_CALL, "CloseSession", session);
    if (sessions.close(session)) {
      services.calls().closedByClient();
    }
    listener.onNext(new CloseSessionResult(CloseSessionResult.Status.CLOSED));
    listener.onCompleted();
  }

  @Override
  public FlightInfo getFlightInfoSqlInfo(
      CommandGetSqlInfo request, CallContext context, FlightDescriptor descriptor) {
    Ticket ticket = new Ticket(Any.pack(request).toByteArray());
    return new FlightInfo(
        Schemas.GET_SQL_INFO_SCHEMA, descriptor, List.of(new FlightEndpoint(ticket)), -1, -1);
  }

  @Override
  public void getStreamSqlInfo(
      CommandGetSqlInfo command, CallContext context, ServerStreamListener listener) {
    new SqlInfoBuilder()
        .withFlightSqlServerName("DorisFE")
        .withFlightSqlServerVersion("1.0")
        .withFlightSqlServerArrowVersion("18.2.0")
        .withSqlIdentifierQuoteChar("`")
        .send(command.getInfoList(), listener);
  }

  @Override
  public void close() {}
}
