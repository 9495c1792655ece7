package io.dorischangelog.client.proof;

import io.dorischangelog.client.Position;

/** When a {@link ProofConsumer} commits. */
enum CommitRhythm {
  /** Every few rows. */
  OFTEN(7),
  /** At the end of a {@code min_delta} window, as the guide says. */
  AT_WINDOW_ENDS(1),
  /** Wherever it happens to be, perhaps inside a window and with others uncommitted before it. */
  SELDOM(150);

  private final int rows;

  CommitRhythm(int rows) {
    this.rows = rows;
  }

  boolean isDue(int uncommitted, Position position) {
    return uncommitted >= rows && (this != AT_WINDOW_ENDS || position.openWindow().isEmpty());
  }
}
