package io.dorischangelog.testserver.internal.wire;

import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.RecordedCall;
import io.dorischangelog.testserver.ServerCalls;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Records what the servers were asked. Thread-safe. */
public final class CallLog implements ServerCalls {

  /** The calls kept; older ones make room, so that a long-running server does not grow. */
  private static final int MAX_CALLS = 100_000;

  private enum Event {
    LOGIN,
    REFUSED_LOGIN,
    SESSION_OPENED
  }

  private final InstantSource clock;
  private final List<RecordedCall> calls = new ArrayList<>();
  private final Map<Event, Map<Protocol, Long>> counters = new EnumMap<>(Event.class);
  private final Map<Protocol, Long> open = new EnumMap<>(Protocol.class);
  private long closedByClient;
  private long rowsSent;
  private long bytesSent;

  public CallLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Adds a call that arrives now. */
  public synchronized void record(
      Protocol protocol, String node, String operation, String sql, long sessionId, String user) {
    if (calls.size() >= MAX_CALLS) {
      calls.subList(0, MAX_CALLS / 2).clear();
    }
    calls.add(new RecordedCall(protocol, node, operation, sql, sessionId, user, clock.instant()));
  }

  public synchronized void loginAccepted(Protocol protocol) {
    count(Event.LOGIN, protocol);
  }

  public synchronized void loginRefused(Protocol protocol) {
    count(Event.REFUSED_LOGIN, protocol);
  }

  public synchronized void sessionOpened(Protocol protocol) {
    count(Event.SESSION_OPENED, protocol);
    open.merge(protocol, 1L, Long::sum);
  }

  public synchronized void sessionClosed(Protocol protocol) {
    open.merge(protocol, -1L, Long::sum);
  }

  public synchronized void closedByClient() {
    closedByClient++;
  }

  /** A batch was put on a stream. */
  public synchronized void batchSent(int rows, long bytes) {
    rowsSent += rows;
    bytesSent += bytes;
  }

  @Override
  public synchronized List<RecordedCall> all() {
    return List.copyOf(calls);
  }

  @Override
  public synchronized long logins(Protocol protocol) {
    return counted(Event.LOGIN, protocol);
  }

  @Override
  public synchronized long refusedLogins(Protocol protocol) {
    return counted(Event.REFUSED_LOGIN, protocol);
  }

  @Override
  public synchronized long sessionsOpened(Protocol protocol) {
    return counted(Event.SESSION_OPENED, protocol);
  }

  @Override
  public synchronized int openSessions(Protocol protocol) {
    return Math.toIntExact(open.getOrDefault(protocol, 0L));
  }

  @Override
  public synchronized long sessionsClosedByClient() {
    return closedByClient;
  }

  @Override
  public synchronized long rowsSent() {
    return rowsSent;
  }

  @Override
  public synchronized long bytesSent() {
    return bytesSent;
  }

  @Override
  public synchronized void clear() {
    calls.clear();
    counters.clear();
    closedByClient = 0;
    rowsSent = 0;
    bytesSent = 0;
  }

  private void count(Event event, Protocol protocol) {
    counters
        .computeIfAbsent(event, e -> new EnumMap<>(Protocol.class))
        .merge(protocol, 1L, Long::sum);
  }

  private long counted(Event event, Protocol protocol) {
    return counters.getOrDefault(event, Map.of()).getOrDefault(protocol, 0L);
  }
}
