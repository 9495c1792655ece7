package io.dorischangelog.client.functional;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.functional.ReadEverything.Figures;
import io.dorischangelog.client.functional.ReadEverything.Kind;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@link ReadEverythingPropertyTest} at length: {@code -Dproof.histories} of each kind, chosen by
 * {@code -Dproof.seed}.
 */
class ReadEverythingProof {
  private static final int HISTORIES = Integer.getInteger("proof.histories", 60);
  private static final long SEED = Long.getLong("proof.seed", System.nanoTime());

  private final Figures figures = new Figures();

  @AfterEach
  void print() {
    System.out.println("read everything: seed " + SEED + ", " + figures);
  }

  @ParameterizedTest
  @CsvSource({
    "HISTORY, DETAIL",
    "NO_HISTORY, DETAIL",
    "DUPLICATE, DETAIL",
    "HISTORY, APPEND_ONLY",
    "DUPLICATE, APPEND_ONLY",
    "HISTORY, MIN_DELTA"
  })
  void everythingIsRead(Kind kind, IncrementType type) {
    Random seeds = new Random(SEED);
    for (int history = 0; history < HISTORIES; history++) {
      long seed = seeds.nextLong();
      try {
        new ReadEverything(seed, kind, type, figures).run();
      } catch (AssertionError e) {
        throw new AssertionError("history with seed " + seed, e);
      }
    }
  }
}
