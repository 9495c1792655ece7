package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import java.time.Duration;
import java.time.Instant;

/** One full batch in memory, for measurements of decoding alone. */
final class SampleBatch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final DorisTestServer server;
  private final ChangelogReader reader;
  private final ChangeBatch batch;

  /** Reads it from a server of its own. */
  SampleBatch() {
    BenchmarkTable table =
        new BenchmarkTable("sample", 4L * BenchmarkTable.BATCH_SIZE, Duration.ZERO);
    server = DorisTestServer.start();
    server.execute("CREATE DATABASE " + BenchmarkTable.DATABASE);
    server.execute(table.createStatement());
    long before = Instant.now().getEpochSecond() - 1;
    server.generateChanges(
        table.qualifiedName(), table.rows(), 1, table.rowsPerTransaction(), table.spread());
    reader =
        ChangelogReader.builder()
            .frontEnds(server.httpAddress())
            .username("root")
            .password("")
            .table(table.qualifiedName())
            .scanMode(ScanMode.fromTimestamp(Instant.ofEpochSecond(before)))
            .pollInterval(Duration.ofSeconds(1))
            .batchSize(BenchmarkTable.BATCH_SIZE)
            .build();
    batch = firstFull();
  }

  private ChangeBatch firstFull() {
    while (true) {
      ChangeBatch next = reader.poll(PATIENCE);
      if (next.rowCount() == BenchmarkTable.BATCH_SIZE) {
        return next;
      }
    }
  }

  /** The batch; open until this is closed. */
  ChangeBatch batch() {
    return batch;
  }

  @Override
  public void close() {
    reader.close();
    server.close();
  }
}
