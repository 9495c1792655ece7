package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * The one Flight session of a scan over which clock and metadata are asked where HTTP is closed. It
 * is never used for reading: a statement would end the result that is being read. One statement at
 * a time; thread-safe.
 */
final class MetadataSession implements AutoCloseable {
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  private final FrontEnds.Call<FlightSession> logIn;
  private final Endpoints endpoints;
  private final Duration timeout;

  /** Statements run on it, so that the asking thread can give up at any time. */
  private final ExecutorService executor;

  private final ReentrantLock lock = new ReentrantLock();

  /** Written under the lock; read without it only to break a call off. */
  private volatile @Nullable FlightSession session;

  private volatile boolean closed;

  /**
   * @param timeout for one statement with its rows
   */
  MetadataSession(
      FrontEnds.Call<FlightSession> logIn,
      Endpoints endpoints,
      Duration timeout,
      ThreadFactory threads) {
    this.logIn = logIn;
    this.endpoints = endpoints;
    this.timeout = timeout;
    this.executor = Executors.newCachedThreadPool(threads);
  }

  /**
   * Runs one statement; a session that the server has forgotten is replaced once.
   *
   * @throws IOException if the front end cannot be reached, or does not answer in time
   * @throws StatementFailure if it refuses the log-in or the statement
   */
  TextTable query(HostAndPort frontEnd, String sql)
      throws IOException, StatementFailure, InterruptedException {
    lock.lockInterruptibly();
    try {
      return ask(frontEnd, sql);
    } catch (SessionLostException lost) {
      drop();
      return again(frontEnd, sql);
    } finally {
      lock.unlock();
    }
  }

  private TextTable again(HostAndPort frontEnd, String sql)
      throws IOException, StatementFailure, InterruptedException {
    try {
      return ask(frontEnd, sql);
    } catch (SessionLostException e) {
      drop();
      throw e.twice();
    }
  }

  private TextTable ask(HostAndPort frontEnd, String sql)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    FlightSession used = sessionAt(frontEnd);
    Future<TextTable> answer = executor.submit(() -> rows(used, sql));
    boolean answered = false;
    try {
      TextTable table = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      answered = true;
      return table;
    } catch (TimeoutException e) {
      throw new IOException("no answer in time", e);
    } catch (ExecutionException e) {
      answered = e.getCause() instanceof StatementFailure;
      throw rethrown(e);
    } finally {
      if (!answered) {
        abandon(used, answer);
      }
    }
  }

  private FlightSession sessionAt(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    FlightSession kept = session;
    if (kept != null && kept.frontEnd().equals(frontEnd)) {
      return kept;
    }
    drop();
    if (closed) {
      throw new IOException("the connection to the front ends was closed");
    }
    FlightSession opened = logIn.on(frontEnd);
    session = opened;
    return opened;
  }

  private TextTable rows(FlightSession used, String sql)
      throws IOException, StatementFailure, SessionLostException {
    FlightInfo plan = used.execute(sql, timeout);
    List<String> columns = new ArrayList<>();
    plan.getSchemaOptional()
        .ifPresent(schema -> schema.getFields().stream().map(Field::getName).forEach(columns::add));
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (FlightEndpoint endpoint : plan.getEndpoints()) {
      FlightStream stream = endpoints.open(used, endpoint, InboundCredit.unlimited(), opened -> {});
      try {
        while (endpoints.next(stream)) {
          collect(stream.getRoot(), rows);
        }
      } finally {
        Endpoints.close(stream);
      }
    }
    return new TextTable(columns, rows);
  }

  private static void collect(VectorSchemaRoot root, List<List<@Nullable String>> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      List<@Nullable String> cells = new ArrayList<>();
      for (FieldVector column : root.getFieldVectors()) {
        Object value = column.getObject(row);
        cells.add(value == null ? null : value.toString());
      }
      rows.add(cells);
    }
  }

  private static StatementFailure rethrown(ExecutionException e)
      throws IOException, SessionLostException {
    Throwable cause = e.getCause();
    if (cause instanceof IOException broken) {
      throw broken;
    }
    if (cause instanceof SessionLostException lost) {
      throw lost;
    }
    if (cause instanceof StatementFailure refused) {
      return refused;
    }
    throw new IllegalStateException("asking for metadata failed", cause);
  }

  /**
   * Waits a moment for the answer, so that the session can still end with a word, then breaks the
   * call off: memory of a stream that is being read must not be taken away.
   */
  private void abandon(FlightSession used, Future<TextTable> answer) {
    boolean interrupted = !ends(answer, GRACE);
    if (!answer.isDone()) {
      used.breakOff();
      interrupted |= !ends(answer, LONGEST_END);
    }
    drop();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the wait was not interrupted. */
  private static boolean ends(Future<TextTable> answer, Duration atMost) {
    try {
      answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return true; // Only its end matters here.
    }
    return true;
  }

  private void drop() {
    FlightSession old = session;
    session = null;
    if (old != null) {
      old.close();
    }
  }

  /** Ends the session; a statement under way ends first. */
  @Override
  public void close() {
    closed = true;
    boolean interrupted = Thread.interrupted();
    try {
      if (!droppedWithin(GRACE)) {
        FlightSession used = session;
        if (used != null) {
          used.breakOff(); // The asking thread drops it then.
        }
        droppedWithin(LONGEST_END);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    executor.shutdown();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean droppedWithin(Duration atMost) throws InterruptedException {
    if (!lock.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    try {
      drop();
      return true;
    } finally {
      lock.unlock();
    }
  }
}
