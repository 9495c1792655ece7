package io.dorischangelog.client;

/** What the read loop found. */
sealed interface Fetched {

  /** Rows, which the receiver closes. */
  record Rows(ChangeBatch batch) implements Fetched {}

  /** A window or the snapshot is complete up to this position. */
  record Completed(Position end) implements Fetched {}

  /** Nothing yet. */
  record Nothing() implements Fetched {}

  /** Another thread wants the reading thread back. */
  record WokenUp() implements Fetched {}

  /** The bounded read is over. */
  record Finished() implements Fetched {}

  Nothing NOTHING = new Nothing();
  WokenUp WOKEN_UP = new WokenUp();
  Finished FINISHED = new Finished();
}
