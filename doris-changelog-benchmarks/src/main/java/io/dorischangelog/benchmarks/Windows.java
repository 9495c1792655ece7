package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import java.time.Duration;
import java.time.Instant;

/** What many windows cost against one of them, per row. */
final class Windows {
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final BatchRead<ChangeBatch> NO_ROWS = batch -> 0;

  private Windows() {}

  /** Measures and reports: windows of one second that follow each other, and one of them. */
  static void run(Settings settings, Report report) throws Exception {
    BenchmarkTable table =
        new BenchmarkTable(
            "many",
            settings.windows() * settings.windowRows(),
            WINDOW.multipliedBy(settings.windows()));
    try (ServerProcess server = ServerProcess.start(table)) {
      Instant from = server.firstSecond(0);
      Instant middle = from.plusSeconds(settings.windows() / 2);
      try (ReaderClient many = new ReaderClient(server, table, from, server.endSecond(0), WINDOW);
          ReaderClient one = new ReaderClient(server, table, middle, middle.plus(WINDOW), WINDOW)) {
        double before = medianOfOne(one, settings);
        Cost all = Cost.of(() -> many.read(NO_ROWS)).cost();
        double after = medianOfOne(one, settings);
        double single = (before + after) / 2;
        report.ratio(Target.atMost("windows", 1.1), all.cpuNanosPerRow() / single);
        report.note(
            "windows: %d of %d rows each, CPU %.0f ns/row, wall %.0f; one alone, CPU %.0f ns/row",
            settings.windows(),
            settings.windowRows(),
            all.cpuNanosPerRow(),
            all.wallNanosPerRow(),
            single);
      }
    }
  }

  /** Median over several runs of the single window, each of which is short. */
  private static double medianOfOne(ReaderClient client, Settings settings) throws Exception {
    int runs = 3 * settings.rounds();
    double[] costs = new double[runs];
    for (int i = -settings.warmUps(); i < runs; i++) {
      double cost = Cost.of(() -> client.read(NO_ROWS)).cost().cpuNanosPerRow();
      if (i >= 0) {
        costs[i] = cost;
      }
    }
    return Rounds.median(costs);
  }
}
