package io.dorischangelog.client;

import io.dorischangelog.client.scan.ScanListener;

/**
 * Is told what a {@link ChangelogReader} does: all that its scan does, and what only the reader
 * knows. Every method does nothing unless overridden; the rules of {@link ScanListener} on threads
 * and exceptions hold here too.
 */
public interface ReaderListener extends ScanListener {

  /**
   * A position was saved: a new reader of this consumer would begin there. From the thread that
   * committed, from the reading thread, or from the thread that saves for a store that queues.
   */
  default void committed(Position position) {}
}
