package io.dorischangelog.benchmarks;

import io.dorischangelog.testserver.DorisTestServer;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/** The stand-in server in its own process, until its standard input ends. */
final class ServerMain {
  static final String READY = "ready";

  private ServerMain() {}

  /**
   * Starts the server, fills it and says where it is.
   *
   * @param tables see {@link BenchmarkTable#argument()}
   * @param out gets one line: {@value #READY}, HTTP address, Flight port, and for each table the
   *     whole second before its first and behind its last commit, since 1970
   */
  static void run(String[] tables, PrintStream out) throws IOException, InterruptedException {
    List<BenchmarkTable> wanted = Arrays.stream(tables).map(BenchmarkTable::parse).toList();
    ShiftedClock clock = new ShiftedClock(ageOf(wanted));
    try (DorisTestServer server = DorisTestServer.builder().clock(clock).start()) {
      server.execute("CREATE DATABASE " + BenchmarkTable.DATABASE);
      wanted.forEach(table -> server.execute(table.createStatement()));
      clock.catchUp();
      StringBuilder line =
          new StringBuilder(READY + " " + server.httpAddress() + " " + server.flightPort());
      for (BenchmarkTable table : wanted) {
        long before = Instant.now().minus(table.spread()).getEpochSecond() - 1;
        server.generateChanges(
            table.qualifiedName(), table.rows(), 1, table.rowsPerTransaction(), table.spread());
        Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        line.append(' ').append(before).append(' ').append(end.getEpochSecond());
        await(end); // Doris refuses to read up to an instant that has not come.
      }
      out.println(line);
      out.flush();
      while (System.in.read() >= 0) {
        // What comes is of no interest, only that it ends.
      }
    }
  }

  private static void await(Instant instant) throws InterruptedException {
    for (long left = untilMillis(instant); left > 0; left = untilMillis(instant)) {
      Thread.sleep(left);
    }
  }

  private static long untilMillis(Instant instant) {
    return ChronoUnit.MILLIS.between(Instant.now(), instant) + 1;
  }

  /** How old the tables have to be. */
  private static Duration ageOf(List<BenchmarkTable> tables) {
    return tables.stream()
        .map(BenchmarkTable::spread)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO)
        .plusSeconds(10);
  }
}
