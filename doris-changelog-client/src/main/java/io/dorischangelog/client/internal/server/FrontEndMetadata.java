package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock and metadata of front ends: over HTTP, and where that is refused, over a Flight session
 * kept for it. The latter needs the configured Flight port, because the port is found over HTTP.
 * Thread-safe.
 */
final class FrontEndMetadata implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FrontEndMetadata.class);
  private static final String CLOCK = "SELECT CURRENT_TSO FROM information_schema.tso_status";

  private final FrontEndHttp http;
  private final @Nullable MetadataSession flight;

  /** Front ends that refused HTTP and answered over Flight. */
  private final Set<HostAndPort> withoutHttp = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param flight null where the Flight port is not configured
   */
  FrontEndMetadata(FrontEndHttp http, @Nullable MetadataSession flight) {
    this.http = http;
    this.flight = flight;
  }

  /** The server's current TSO. */
  long currentTso(HostAndPort frontEnd) throws IOException, StatementFailure, InterruptedException {
    return ask(
        frontEnd,
        () -> http.currentTso(frontEnd),
        session -> tso(frontEnd, session.query(frontEnd, CLOCK)));
  }

  private static long tso(HostAndPort frontEnd, TextTable answer) throws IOException {
    String cell = answer.rows().isEmpty() ? null : answer.cell(0, "CURRENT_TSO");
    if (cell == null || !cell.matches("[1-9]\\d{0,18}")) {
      throw new IOException(
          "front end " + frontEnd + " shows no CURRENT_TSO in information_schema.tso_status");
    }
    return Long.parseLong(cell);
  }

  /** The answer to a metadata statement. */
  TextTable query(HostAndPort frontEnd, String database, String sql)
      throws IOException, StatementFailure, InterruptedException {
    return ask(
        frontEnd,
        () -> http.query(frontEnd, database, sql),
        session -> session.query(frontEnd, sql));
  }

  private interface OverHttp<T> {
    T get() throws IOException, StatementFailure, InterruptedException;
  }

  private interface OverFlight<T> {
    T get(MetadataSession session) throws IOException, StatementFailure, InterruptedException;
  }

  private <T> T ask(HostAndPort frontEnd, OverHttp<T> first, OverFlight<T> second)
      throws IOException, StatementFailure, InterruptedException {
    MetadataSession session = flight;
    if (session == null) {
      return first.get();
    }
    if (withoutHttp.contains(frontEnd)) {
      return second.get(session);
    }
    try {
      return first.get();
    } catch (IOException e) {
      if (!isRefusal(e)) {
        throw e;
      }
      return instead(frontEnd, second, session, e);
    } catch (StatementFailure e) {
      if (e.code() != ServerErrors.ACCESS_DENIED) {
        throw e;
      }
      T answer = second.get(session);
      closed(frontEnd, e);
      return answer;
    }
  }

  private <T> T instead(
      HostAndPort frontEnd, OverFlight<T> second, MetadataSession session, IOException refusal)
      throws IOException, StatementFailure, InterruptedException {
    try {
      T answer = second.get(session);
      closed(frontEnd, refusal);
      return answer;
    } catch (IOException e) {
      refusal.addSuppressed(e); // The front end is down, not only its HTTP port.
      throw refusal;
    }
  }

  private static boolean isRefusal(IOException e) {
    return e instanceof HttpRefusedException || e instanceof ConnectException;
  }

  private void closed(HostAndPort frontEnd, Exception why) {
    withoutHttp.add(frontEnd);
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "front end {} refuses HTTP ({}); clock and metadata are read over a second Flight session"
              + " instead",
          frontEnd,
          Reasons.of(why));
    }
  }

  @Override
  public void close() {
    if (flight != null) {
      flight.close();
    }
    http.close();
  }
}
