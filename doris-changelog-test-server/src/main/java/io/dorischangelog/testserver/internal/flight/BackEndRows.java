package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.type.ArrowBatchWriter;
import io.dorischangelog.testserver.internal.wire.CallLog;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;

/** Sends the rows of queries, wherever they are fetched, with the faults that were ordered. */
final class BackEndRows {
  private final BackEndQueries queries;
  private final FaultPlan faults;
  private final CallLog log;
  private final FlightPort.Resources resources;

  BackEndRows(
      BackEndQueries queries, FaultPlan faults, CallLog log, FlightPort.Resources resources) {
    this.queries = queries;
    this.log = log;
    this.faults = faults;
    this.resources = resources;
  }

  /** Begins to send on another thread; to be called on the call's own. */
  void send(BackEndQuery query, ServerStreamListener listener) {
    StreamSender sender = new StreamSender(listener, log);
    queries.sendingBegins(query, sender);
    resources.run(() -> send(query, sender));
  }

  private void send(BackEndQuery query, StreamSender sender) {
    try {
      List<FaultAction> struck = faults.strike(FaultPoint.FETCH, query.ticket().sql());
      if (FlightFaults.splitsPairs(struck)) {
        PairSplitter splitter = new PairSplitter(query);
        send(query, splitter, splitter::nextBatch, struck, sender);
      } else {
        send(query, query.rows(), query::batchSize, struck, sender);
      }
    } finally {
      queries.sendingEnds(sender);
    }
  }

  private void send(
      BackEndQuery query,
      RowSource rows,
      IntSupplier batchSizes,
      List<FaultAction> struck,
      StreamSender sender) {
    sender.send(
        open(query), rows, FlightFaults.held(struck, batchSizes), FlightFaults.earlyEnd(struck));
  }

  private Supplier<ArrowBatchWriter> open(BackEndQuery query) {
    return () -> ArrowBatchWriter.typed(query.columns(), query.layout(), resources.allocator());
  }
}
