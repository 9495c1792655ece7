package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import java.time.Duration;
import java.time.Instant;

/** Reads the changes of a table through the client, again and again from the beginning. */
final class ReaderClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChangelogReader reader;
  private final Position beginning;
  private final Instant end;

  /**
   * @param maxWindow longest window
   */
  ReaderClient(
      ServerProcess server, BenchmarkTable table, Instant from, Instant to, Duration maxWindow) {
    reader =
        ChangelogReader.builder()
            .frontEnds(server.httpAddress())
            .username("root")
            .password("")
            .table(table.qualifiedName())
            .scanMode(ScanMode.fromTimestamp(from).until(to))
            .maxWindow(maxWindow)
            .batchSize(BenchmarkTable.BATCH_SIZE)
            .build();
    beginning = reader.position();
    end = to;
  }

  /** Reads everything once, in batches. */
  Outcome read(BatchRead<ChangeBatch> consumer) {
    reader.seek(beginning);
    long rows = 0;
    long checksum = 0;
    while (reader.position().nextStart().isBefore(end)) {
      ChangeBatch batch = reader.poll(PATIENCE);
      if (batch.rowCount() > 0) {
        rows += batch.rowCount();
        checksum += consumer.read(batch);
      } else if (!batch.endsWindow()) {
        throw new IllegalStateException("no rows for " + PATIENCE + " at " + reader.position());
      }
    }
    return new Outcome(rows, checksum);
  }

  /** Reads everything once, row by row. */
  Outcome readEach(ChangeRead consumer) {
    reader.seek(beginning);
    long rows = 0;
    long checksum = 0;
    while (reader.hasNext()) {
      rows++;
      checksum += consumer.read(reader.next());
    }
    return new Outcome(rows, checksum);
  }

  @Override
  public void close() {
    reader.close();
  }
}
