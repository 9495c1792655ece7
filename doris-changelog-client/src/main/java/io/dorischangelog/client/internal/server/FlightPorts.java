package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the Arrow Flight SQL port of a front end with {@code SHOW FRONTENDS}, once per front end.
 * Thread-safe.
 */
public final class FlightPorts {
  private static final String PORT = "ArrowFlightSqlPort";

  private final FrontEndHttp http;
  private final int fixed;
  private final Map<HostAndPort, Integer> found = new ConcurrentHashMap<>();

  /**
   * @param fixed the configured port of all front ends; 0: find it out
   */
  public FlightPorts(FrontEndHttp http, int fixed) {
    this.http = http;
    this.fixed = fixed;
  }

  /**
   * The Flight address of a front end: the host as configured, because the advertised one need not
   * be reachable from here.
   *
   * @throws StatementFailure if the front end does not tell, or has Flight switched off
   */
  public HostAndPort addressOf(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    if (fixed > 0) {
      return frontEnd.withPort(fixed);
    }
    Integer known = found.get(frontEnd);
    if (known == null) {
      known = ask(frontEnd);
      found.put(frontEnd, known);
    }
    return frontEnd.withPort(known);
  }

  /** The front end could not be reached there; it may come back with another port. */
  void forget(HostAndPort frontEnd) {
    found.remove(frontEnd);
  }

  private int ask(HostAndPort frontEnd) throws IOException, StatementFailure, InterruptedException {
    TextTable table;
    try {
      table = http.query(frontEnd, "information_schema", "SHOW FRONTENDS");
    } catch (StatementFailure refused) {
      throw notTold(refused.code(), frontEnd, "is refused: " + refused.text());
    }
    int port = port(table, frontEnd).orElse(0);
    if (port <= 0) {
      throw notTold(
          StatementFailure.NO_CODE,
          frontEnd,
          "shows no Arrow Flight SQL port (is arrow_flight_sql_port set in fe.conf?)");
    }
    return port;
  }

  private static StatementFailure notTold(int code, HostAndPort frontEnd, String why) {
    return new StatementFailure(
        code,
        "SHOW FRONTENDS at "
            + frontEnd
            + " "
            + why
            + "; set the option flightSqlPort (source.flight-sql-port) if the port is known");
  }

  /** The port in the row of this front end; a single answer in all rows needs no row to match. */
  private static Optional<Integer> port(TextTable table, HostAndPort frontEnd) {
    List<Integer> rows = IntStream.range(0, table.rows().size()).boxed().toList();
    return rows.stream()
        .filter(row -> frontEnd.host().equals(table.cell(row, "Host")))
        .filter(row -> Integer.toString(frontEnd.port()).equals(table.cell(row, "HttpPort")))
        .findFirst()
        .or(() -> onlyOne(table, rows, Integer.toString(frontEnd.port())))
        .map(row -> parse(table.cell(row, PORT)));
  }

  /** A row without a matching host, if its port is the only one that it could be. */
  private static Optional<Integer> onlyOne(TextTable table, List<Integer> rows, String httpPort) {
    List<Integer> sameHttpPort =
        rows.stream().filter(row -> httpPort.equals(table.cell(row, "HttpPort"))).toList();
    List<Integer> candidates = sameHttpPort.isEmpty() ? rows : sameHttpPort;
    long ports = candidates.stream().map(row -> parse(table.cell(row, PORT))).distinct().count();
    return ports == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private static int parse(@Nullable String cell) {
    try {
      return cell == null ? 0 : Integer.parseInt(cell.trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
