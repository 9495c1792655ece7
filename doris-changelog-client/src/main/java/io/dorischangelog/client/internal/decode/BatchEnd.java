package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Position;

/** What is known to end with the last row of a batch. */
public sealed interface BatchEnd {

  /** Nothing is known: rows of the same transaction may follow. */
  BatchEnd OPEN = new Open();

  /** The transaction ends: the next batch begins with a higher TSO. */
  BatchEnd TRANSACTION = new Transaction();

  /** The window (or split, or bounded read) ends, and this is the position behind it. */
  static BatchEnd window(Position end) {
    return new Window(end);
  }

  /** See {@link #OPEN}. */
  record Open() implements BatchEnd {}

  /** See {@link #TRANSACTION}. */
  record Transaction() implements BatchEnd {}

  /** See {@link #window}. */
  record Window(Position end) implements BatchEnd {}
}
