package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.server.Endpoints;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.NoFrontEndException;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread behind one stream: plans the query, reads its rows into the queue, and begins again
 * behind the last row handed on when a connection or session breaks. SQL errors are never repeated.
 */
final class StreamPump implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamPump.class);

  private final StreamSupport support;
  private final StreamQuery query;
  private final BatchQueue queue;
  private final StallGuard stall = new StallGuard();
  private final FetchGate gate;
  private boolean progressed;
  private long workNanos;
  private long bytes;

  /**
   * @param support connections, limits and memory of the scan
   * @param query what to read; belongs to this pump from here on
   */
  StreamPump(StreamSupport support, StreamQuery query, BatchQueue queue) {
    this.support = support;
    this.query = query;
    this.queue = queue;
    this.gate = new FetchGate(support.memory(), queue);
  }

  @Override
  public void run() {
    support.watchdog().watch(stall);
    try {
      readUntilDone();
      query.received(Duration.ofNanos(workNanos), bytes);
      query.completed();
      queue.end();
    } catch (InterruptedException e) {
      queue.fail(e);
    } catch (RuntimeException | Error e) {
      queue.fail(e);
    } finally {
      gate.close();
      support.watchdog().forget(stall);
    }
  }

  /** Makes the current wait end; the queue is shut before this is called. */
  void stop(Thread thread) {
    stall.stop(thread);
  }

  private void readUntilDone() throws InterruptedException {
    ConnectionFaults faults = new ConnectionFaults(support, query::context);
    while (true) {
      progressed = false;
      try {
        attempt();
        if (!query.advance()) {
          return;
        }
        faults.passed();
      } catch (RestartException e) {
        LOG.info("reading {} in another way: {}", query.context(), e.getMessage());
      } catch (SessionLostException e) {
        if (!faults.mayLogInAgain(e, progressed)) {
          throw rejectedTwice(e);
        }
      } catch (IOException e) {
        stopIfShut();
        if (!faults.mayTryAgain(e, progressed)) {
          throw ServerErrors.unavailable(e, "read the table", where(), query.context());
        }
      }
    }
  }

  private String where() {
    return support.cluster().frontEnds().current().toString();
  }

  private ChangelogException rejectedTwice(SessionLostException e) {
    return new AccessDeniedException(
        query.context(), "read over Flight", SessionLostException.TWICE, e);
  }

  private void attempt()
      throws IOException, SessionLostException, RestartException, InterruptedException {
    FlightSession session = null;
    boolean finished = false;
    try {
      session = support.cluster().sessions().acquire();
      Optional<FlightInfo> planned = plan(session);
      if (planned.isPresent()) {
        fetch(session, planned.get());
      }
      finished = true;
    } catch (StatementFailure e) {
      if (ServerErrors.isNotReady(e)) {
        throw new WindowNotReadyException(
            query.context(),
            ServerErrors.code(e),
            ServerErrors.notReadyName(e),
            1,
            Duration.ZERO,
            e);
      }
      if (ServerErrors.isExpired(e)) {
        throw new ChangelogExpiredException(query.context(), query.start(), null, null, e);
      }
      if (query.reduce(e) || (session != null && columnsChanged(session, e))) {
        throw new RestartException(e.text());
      }
      throw ServerErrors.translate(e, "read the table", query.context());
    } catch (IOException e) {
      if (session != null && !(e instanceof NoFrontEndException)) {
        support.cluster().frontEnds().leave(session.frontEnd());
      }
      throw e;
    } finally {
      if (session != null) {
        settle(session, finished);
      }
    }
  }

  /** A failed question says less than the failure that it was to explain. */
  private boolean columnsChanged(FlightSession session, StatementFailure failure)
      throws IOException, InterruptedException {
    try {
      return query.layout().explains(failure, session, query.context());
    } catch (StatementFailure unanswered) {
      failure.addSuppressed(unanswered);
      return false;
    }
  }

  /** A session is used again only if all its results were read; otherwise it ends with a word. */
  private void settle(FlightSession session, boolean finished) {
    if (finished) {
      support.cluster().sessions().release(session);
      return;
    }
    stall.undisturbed(session::close);
  }

  /** Empty if the query turns out to have nothing left to read. */
  private Optional<FlightInfo> plan(FlightSession session)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    query.prepare(session, stall);
    Optional<FlightInfo> planned = Optional.empty();
    while (planned.isEmpty()) {
      Optional<String> statement = query.statement();
      if (statement.isEmpty()) {
        return Optional.empty();
      }
      planned = planOnce(session, statement.get());
    }
    return planned;
  }

  /** Empty if another statement has to be asked for instead. */
  private Optional<FlightInfo> planOnce(FlightSession session, String statement)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    FlightInfo planned;
    try {
      planned =
          support
              .visibility()
              .await(() -> session.execute(statement, session.planTimeout()), query.context());
    } catch (StatementFailure e) {
      if (!query.adjust(session, e)) {
        throw e;
      }
      return Optional.empty();
    }
    return query.planned(session) ? Optional.of(planned) : Optional.empty();
  }

  /** A query ends with its session, so an answer of a back end may only mean that. */
  private void fetch(FlightSession session, FlightInfo plan)
      throws IOException,
          StatementFailure,
          SessionLostException,
          RestartException,
          InterruptedException {
    try {
      readPlanned(session, plan);
    } catch (StatementFailure e) {
      if (session.isLost()) {
        throw new SessionLostException(e);
      }
      throw e;
    }
  }

  private void readPlanned(FlightSession session, FlightInfo plan)
      throws IOException,
          StatementFailure,
          SessionLostException,
          RestartException,
          InterruptedException {
    List<FlightEndpoint> endpoints = plan.getEndpoints();
    if (endpoints.isEmpty() && plan.getSchemaOptional().isEmpty()) {
      throw new IOException("the plan of the front end names neither endpoints nor a schema");
    }
    long since = System.nanoTime();
    long heldBefore = gate.heldNanos();
    boolean sorts = query.sorts() || (query.ordered() && endpoints.size() > 1);
    try (RowOrder order = sorts ? query.sorter(support) : RowOrder.asSent()) {
      SameColumns columns = new SameColumns(query.context());
      for (FlightEndpoint endpoint : endpoints) {
        readEndpoint(session, endpoint, order, columns);
      }
      order.forEachRemaining(sorted -> handOn(sorted, ArrowChangeBatch.bytes(sorted)));
    } finally {
      workNanos += System.nanoTime() - since - (gate.heldNanos() - heldBefore);
    }
  }

  private void readEndpoint(
      FlightSession session, FlightEndpoint endpoint, RowOrder order, SameColumns columns)
      throws IOException,
          StatementFailure,
          SessionLostException,
          RestartException,
          InterruptedException {
    try {
      FlightStream stream =
          support
              .cluster()
              .endpoints()
              .open(
                  session,
                  endpoint,
                  gate.open(),
                  opened -> stall.begin(opened, support.queryTimeout()));
      try {
        columns.require(stream.getSchema());
        readStream(session, stream, order);
      } finally {
        Endpoints.close(stream);
      }
    } finally {
      stall.end();
    }
  }

  private void readStream(FlightSession session, FlightStream stream, RowOrder order)
      throws IOException,
          StatementFailure,
          SessionLostException,
          RestartException,
          InterruptedException {
    while (isNextThere(stream)) {
      if (stream.getRoot().getRowCount() > 0) {
        stall.aside(() -> query.layout().check(session, query.context()));
      }
      VectorSchemaRoot rows = support.memory().take(stream.getRoot());
      long size = ArrowChangeBatch.bytes(rows);
      bytes += size;
      gate.received(size);
      if (!order.hold(rows)) {
        handOn(rows, size);
      }
    }
  }

  /** Waits for room, which takes as long as the consumer likes, and then for the server. */
  private boolean isNextThere(FlightStream stream)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    stall.pause();
    gate.pass();
    stall.resume();
    return support.cluster().endpoints().next(stream);
  }

  private void handOn(VectorSchemaRoot rows, long size)
      throws InterruptedException, RestartException {
    ArrowChangeBatch batch = query.accept(rows);
    if (batch != null) {
      progressed = true;
      support.events().arrived(batch.rowCount(), size);
      if (!queue.put(batch)) {
        throw new InterruptedException("the stream was cancelled");
      }
    }
  }

  private void stopIfShut() throws InterruptedException {
    if (queue.isShut()) {
      throw new InterruptedException("the stream was cancelled");
    }
  }
}
