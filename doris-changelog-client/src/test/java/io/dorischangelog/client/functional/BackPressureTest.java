package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A consumer slower than the server holds the server back, instead of filling its memory. */
class BackPressureTest {
  private static final int ROWS = 500_000;
  private static final long BUDGET = 1 << 20;

  /** A batch that somebody waits for comes in spite of the budget. */
  private static final long MOST = 2 * BUDGET;

  /** What a connection holds on its way: gRPC lets the window of HTTP/2 grow to 8 MiB. */
  private static final long UNDER_WAY = 10 * BUDGET;

  @Test
  void aSlowConsumerHoldsTheServerBackWithinTheBudget() {
    try (GeneratedTable table = new GeneratedTable(ROWS);
        ChangelogReader reader =
            GeneratedTable.reader(
                    table.server().httpAddress(), table.startSecond(), table.endSecond())
                .build()) {
      table.server().calls().clear();
      long rows = 0;
      long taken = 0;
      while (rows < ROWS) {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
        rows += batch.rowCount();
        taken += batch.vectors().getFieldVectors().stream().mapToLong(v -> v.getBufferSize()).sum();
        consumeSlowly(batch);
        assertThat(table.server().calls().bytesSent()).isLessThan(taken + MOST + UNDER_WAY);
        if (batch.rowCount() > 0) {
          assertThat(arrowBytes(batch)).isLessThan(MOST);
          assertThat(reader.stats().bytes()).isLessThan(rows * 120L + MOST);
        }
      }
      assertThat(rows).isEqualTo(ROWS);
      assertThat(table.server().calls().rowsSent()).isEqualTo(ROWS);
      assertThat(taken).isGreaterThan(3 * (MOST + UNDER_WAY));
    }
  }

  /** Several times as slow as the server. */
  private static void consumeSlowly(ChangeBatch batch) {
    for (int pass = 0; pass < 2; pass++) {
      for (Change change : batch) {
        if (change.row().isNull("id")) {
          throw new AssertionError("a key is null in " + change);
        }
      }
    }
  }

  private static long arrowBytes(ChangeBatch batch) {
    return batch.vectors().getVector(0).getAllocator().getRoot().getAllocatedMemory();
  }
}
