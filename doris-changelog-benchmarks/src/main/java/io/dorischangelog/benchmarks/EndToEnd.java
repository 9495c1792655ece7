package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import java.time.Duration;
import java.time.Instant;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Reads one large window over the network: bare and through the client, in turns. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class EndToEnd {
  private static final String DRAIN = "drain";
  private static final String HAND_OVER = "hand-over";
  private static final String LOOPS = "columnar loops";
  private static final String CURSOR = "cursor";
  private static final String ITERATOR = "iterator";

  private static final BatchRead<VectorSchemaRoot> NOTHING = root -> 0;
  private static final BatchRead<ChangeBatch> NO_ROWS = batch -> 0;

  private EndToEnd() {}

  /** Measures and reports. */
  static void run(Settings settings, Report report) throws Exception {
    BenchmarkTable table = new BenchmarkTable("one", settings.rows(), Duration.ZERO);
    Rounds rounds = new Rounds();
    try (ServerProcess server = ServerProcess.start(table)) {
      Instant from = server.firstSecond(0);
      Instant to = server.endSecond(0);
      try (BareClient bare = new BareClient(server, table, from, to);
          ReaderClient client =
              new ReaderClient(server, table, from, to, Duration.between(from, to))) {
        rounds
            .way(DRAIN, "no value", () -> bare.read(NOTHING))
            .way(HAND_OVER, "no value", () -> client.read(NO_ROWS))
            .way(LOOPS, "all values", () -> bare.read(new ColumnarLoops()))
            .way(CURSOR, "all values", () -> client.read(new CursorRead()))
            .way(ITERATOR, "changes", () -> client.readEach(ChangeRead::key));
        rounds.run(settings.warmUps(), settings.rounds());
      }
    }
    report(rounds, report);
  }

  private static void report(Rounds rounds, Report report) {
    compare(rounds, report, DRAIN, HAND_OVER, Target.atLeast("hand-over", 0.95));
    compare(rounds, report, LOOPS, CURSOR, Target.atLeast("cursor", 0.90));
    compare(rounds, report, LOOPS, ITERATOR, Target.atLeast("iterator", 0.75));
  }

  private static void compare(
      Rounds rounds, Report report, String reference, String way, Target target) {
    report.ratio(target, rounds.medianOfRatios(reference, way, Cost::cpuNanosPerRow));
    report.note(
        "%s: CPU %.0f ns/row, wall %.0f ns/row; %s: CPU %.0f, wall %.0f; wall ratio %.2f",
        reference,
        rounds.median(reference, Cost::cpuNanosPerRow),
        rounds.median(reference, Cost::wallNanosPerRow),
        way,
        rounds.median(way, Cost::cpuNanosPerRow),
        rounds.median(way, Cost::wallNanosPerRow),
        rounds.medianOfRatios(reference, way, Cost::wallNanosPerRow));
  }
}
