package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A consumer slower than the server holds the server back, instead of filling its memory. */
class BackPressureTest {
  private static final int ROWS = 200_000;
  private static final long BUDGET = 1 << 20;

  /** A batch that somebody waits for comes in spite of the budget. */
  private static final long MOST = 2 * BUDGET;

  @Test
  void aSlowConsumerHoldsTheServerBackWithinTheBudget() {
    try (GeneratedTable table = new GeneratedTable(ROWS);
        ChangelogReader reader =
            GeneratedTable.reader(
                    table.server().httpAddress(), table.startSecond(), table.endSecond())
                .build()) {
      long rows = 0;
      while (rows < ROWS) {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
        rows += batch.rowCount();
        consumeSlowly(batch);
        if (batch.rowCount() > 0) {
          assertThat(arrowBytes(batch)).isLessThan(MOST);
          assertThat(reader.stats().bytes()).isLessThan(rows * 120L + MOST);
        }
      }
      assertThat(rows).isEqualTo(ROWS);
    }
  }

  /** Several times as slow as the server. */
  private static void consumeSlowly(ChangeBatch batch) {
    for (int pass = 0; pass < 4; pass++) {
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
