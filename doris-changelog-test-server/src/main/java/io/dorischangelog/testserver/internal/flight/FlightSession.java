package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.Session;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.flight.CallStatus;

/**
 * A session that a bearer token names. Its commands are serialised; what the front end has to send
 * waits here until it is fetched or the next command comes.
 */
final class FlightSession {
  private static final int MAX_RESULTS = 100;
  private static final long DEFAULT_QUERY_TIMEOUT_SECONDS = 900;

  private final String token;
  private final Session session;
  private final Instant opened;
  private volatile Instant lastUsed;
  private final ReentrantLock command = new ReentrantLock();
  private final Map<String, Result> results = new LinkedHashMap<>(); // guarded by itself
  private final Map<String, String> prepared = new ConcurrentHashMap<>();

  FlightSession(String token, Session session, Instant opened) {
    this.token = token;
    this.session = session;
    this.opened = opened;
    this.lastUsed = opened;
  }

  String token() {
    return token;
  }

  Instant opened() {
    return opened;
  }

  Instant lastUsed() {
    return lastUsed;
  }

  void used(Instant now) {
    lastUsed = now;
  }

  /** To be used between {@link #begin} and {@link #end} only, but for its id and user. */
  Session session() {
    return session;
  }

  /**
   * Waits for the command before to end, then drops what it left.
   *
   * @throws org.apache.arrow.flight.FlightRuntimeException UNAVAILABLE if that takes longer than
   *     the session's query time-out
   */
  void begin() {
    long seconds = queryTimeoutSeconds();
    try {
      if (!command.tryLock(seconds, TimeUnit.SECONDS)) {
        throw busy(seconds);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallStatus.CANCELLED.withDescription("the server stops").toRuntimeException();
    }
    synchronized (results) {
      results.clear();
    }
  }

  void end() {
    command.unlock();
  }

  private RuntimeException busy(long seconds) {
    return CallStatus.UNAVAILABLE
        .withDescription(
            "another command of this Arrow Flight SQL session is still running after "
                + seconds
                + " seconds, connection id: "
                + session.id())
        .toRuntimeException();
  }

  private long queryTimeoutSeconds() {
    return number("query_timeout", DEFAULT_QUERY_TIMEOUT_SECONDS);
  }

  /** A session variable that holds a positive number. */
  long number(String variable, long otherwise) {
    return session
        .variable(variable)
        .map(String::trim)
        .filter(text -> text.matches("[1-9]\\d{0,17}"))
        .map(Long::parseLong)
        .orElse(otherwise);
  }

  /** Keeps a result until it is fetched; the oldest goes where there are too many. */
  void keep(String queryId, Result result) {
    synchronized (results) {
      results.put(queryId, result);
      if (results.size() > MAX_RESULTS) {
        results.remove(results.keySet().iterator().next());
      }
    }
  }

  /** Hands a result out, once. */
  Optional<Result> take(String queryId) {
    synchronized (results) {
      return Optional.ofNullable(results.remove(queryId));
    }
  }

  Map<String, String> prepared() {
    return prepared;
  }
}
