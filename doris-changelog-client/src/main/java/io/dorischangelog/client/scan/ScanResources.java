package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.internal.decode.HiddenColumns;
import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.SessionSettings;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.server.TextTable;
import io.dorischangelog.client.internal.text.ZoneName;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Everything that a scan opens and has to close again: memory, connections, threads, streams. */
final class ScanResources implements AutoCloseable {
  private static final Schema NO_COLUMNS = new Schema(List.of());
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(2);

  private final ErrorContext errors;
  private final ScanOptions options;
  private final ScanMemory memory;
  private final ScanEvents events;
  private final DaemonThreads threads;
  private final DorisCluster cluster;
  private final Watchdog watchdog;
  private final Together together;
  private final StreamSupport support;
  private final Set<PumpedStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable HiddenColumns hiddenColumns;

  private ScanResources(ScanOptions options) {
    ScanOptions.ConnectionLimits limits = options.limits();
    this.options = options;
    this.memory = new ScanMemory(limits.fetchMaxBytes());
    this.events = new ScanEvents(options.listener());
    this.errors = ErrorContext.of(options.table());
    this.threads = new DaemonThreads("doris-changelog-" + options.table());
    this.cluster = new DorisCluster(config(options), memory.allocator(), threads, events);
    this.watchdog = new Watchdog(shorter(limits.queryTimeout(), limits.readTimeout()), threads);
    this.together = new Together(threads);
    VisibilityWait visibility =
        new VisibilityWait(limits.visibleWaitTimeout(), options.visibilityRetry(), events);
    this.support =
        new StreamSupport(
            cluster, visibility, watchdog, memory, limits.retries(), limits.queryTimeout(), events);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  static ScanResources open(ScanOptions options) {
    return new ScanResources(options);
  }

  private static DorisCluster.Config config(ScanOptions options) {
    ScanOptions.ConnectionLimits limits = options.limits();
    return new DorisCluster.Config(
        options.frontEnds(),
        options.credentials(),
        limits.flightSqlPort(),
        limits.connectTimeout(),
        limits.readTimeout(),
        limits.retries(),
        options.addressMap(),
        new SessionSettings(limits.batchSize(), limits.execMemLimitBytes(), limits.queryTimeout()),
        options.tls());
  }

  /** Names and numbers the threads of one scan. */
  private record DaemonThreads(String name, AtomicInteger count) implements ThreadFactory {
    DaemonThreads(String name) {
      this(name, new AtomicInteger());
    }

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }

  DorisCluster cluster() {
    return cluster;
  }

  Together together() {
    return together;
  }

  ScanEvents events() {
    return events;
  }

  StreamSupport support() {
    return support;
  }

  /** What is asked of the cluster. */
  interface Question<T> {
    T answer() throws IOException, StatementFailure, SessionLostException, InterruptedException;
  }

  /**
   * Asks, with failures turned into this client's errors.
   *
   * @param what words that follow "to"
   */
  <T> T ask(String what, Question<T> question) {
    requireOpen();
    try {
      return question.answer();
    } catch (StatementFailure e) {
      throw ServerErrors.translate(e, what, errors);
    } catch (IOException e) {
      requireOpen();
      if (Thread.currentThread().isInterrupted()) {
        throw new ReadInterruptedException(errors, null);
      }
      throw ServerErrors.unavailable(e, what, cluster.frontEnds().current().toString(), errors);
    } catch (SessionLostException e) {
      throw ServerErrors.translate(
          new StatementFailure(StatementFailure.NO_CODE, String.valueOf(e.getMessage()), e),
          what,
          errors);
    } catch (InterruptedException e) {
      requireOpen();
      Thread.currentThread().interrupt();
      throw new ReadInterruptedException(errors, e);
    }
  }

  /** The names of the hidden columns, asked for once. */
  HiddenColumns hiddenColumns() {
    HiddenColumns known = hiddenColumns;
    if (known == null) {
      known =
          options
              .columnPrefix()
              .map(HiddenColumnProbe::named)
              .orElseGet(() -> ask("find the hidden columns", this::probe));
      hiddenColumns = known;
    }
    return known;
  }

  /** The server's global time zone. */
  ZoneId serverZone() {
    TextTable answer =
        ask(
            "read the server's time zone",
            () -> cluster.query("information_schema", "SELECT @@global.time_zone AS time_zone"));
    String name = answer.rows().isEmpty() ? null : answer.cell(0, "time_zone");
    return ZoneName.parse(name == null ? "" : name);
  }

  private HiddenColumns probe()
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    return onSession(
        session ->
            new HiddenColumnProbe(
                    options.table(),
                    sql -> await(session, sql).getSchemaOptional().orElse(NO_COLUMNS))
                .find());
  }

  /** What is asked on a session. */
  interface SessionQuestion<T> {
    T answer(FlightSession session)
        throws IOException, StatementFailure, SessionLostException, InterruptedException;
  }

  /**
   * Lends a session of the current front end. Where the session is lost, or the connection breaks,
   * the question is asked again on another one; what failed is not used again.
   */
  <T> T onSession(SessionQuestion<T> question)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    ConnectionFaults faults = new ConnectionFaults(support, () -> errors);
    while (true) {
      FlightSession session = cluster.sessions().acquire();
      try {
        return lend(session, question);
      } catch (SessionLostException e) {
        if (!faults.mayLogInAgain(e, false)) {
          throw e.twice();
        }
      } catch (IOException e) {
        cluster.frontEnds().leave(session.frontEnd());
        if (closed.get() || !faults.mayTryAgain(e, false)) {
          throw e;
        }
      }
    }
  }

  private <T> T lend(FlightSession session, SessionQuestion<T> question)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    boolean clean = false;
    try {
      T answer = question.answer(session);
      clean = true;
      return answer;
    } finally {
      if (clean) {
        cluster.sessions().release(session);
      } else {
        session.close();
      }
    }
  }

  /** Runs a statement, its rows not looked at, when everything it may see is visible. */
  FlightInfo await(FlightSession session, String sql)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    FlightInfo plan =
        support.visibility().await(() -> session.execute(sql, session.planTimeout()), errors);
    drain(session, plan);
    return plan;
  }

  /** Runs a statement, its rows not looked at. */
  void run(FlightSession session, String sql)
      throws IOException, StatementFailure, SessionLostException {
    drain(session, session.execute(sql, session.planTimeout()));
  }

  private void drain(FlightSession session, FlightInfo plan)
      throws IOException, StatementFailure, SessionLostException {
    StallGuard stall = new StallGuard();
    watchdog.watch(stall);
    try {
      support.drain(session, plan, options.limits().readTimeout(), stall);
    } finally {
      watchdog.forget(stall);
    }
  }

  /** Starts a stream that this scan ends when it is closed. */
  ChangeStream start(StreamQuery query) {
    return start(query, support);
  }

  /** The same with limits of its own. */
  ChangeStream start(StreamQuery query, StreamSupport limits) {
    requireOpen();
    PumpedStream stream = PumpedStream.start(limits, query, threads, streams::remove);
    streams.add(stream);
    if (closed.get()) {
      stream.close();
    }
    return stream;
  }

  void cancelStreams() {
    streams.forEach(PumpedStream::cancel);
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new ReaderClosedException(errors, "The scan was closed");
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean interrupted = Thread.interrupted(); // It would end every farewell before it began.
    try {
      cancelStreams();
      long deadline = System.nanoTime() + LONGEST_FAREWELL.toNanos();
      streams.forEach(stream -> stream.close(deadline));
      watchdog.close();
      together.close();
      cluster.close();
      releaseMemory();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void releaseMemory() {
    long held = memory.close();
    if (held > 0) {
      throw new IllegalStateException(
          "closed, but "
              + held
              + " bytes are still held by batches that were not closed; close them to release the"
              + " memory");
    }
  }
}
