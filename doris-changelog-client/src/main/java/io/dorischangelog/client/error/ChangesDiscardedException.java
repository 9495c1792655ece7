package io.dorischangelog.client.error;

import java.io.Serial;
import java.time.Instant;
import java.util.List;

/**
 * Partitions vanished (TRUNCATE, DROP or REPLACE PARTITION) and took their change records with
 * them, or the table was made anew: changes that were not read yet may be gone. Never retryable.
 */
public final class ChangesDiscardedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf gives a serializable list
  private final List<String> partitions;

  private final Instant from;
  private final Instant until;

  /**
   * For the client's own use.
   *
   * @param partitions names or ids of what vanished
   * @param from when the partitions were last seen: changes from here on may be missing
   * @param until when they were found missing, exclusive
   */
  public ChangesDiscardedException(
      ErrorContext context, List<String> partitions, Instant from, Instant until) {
    super(
        "Change records of "
            + (partitions.isEmpty() ? "the table" : "partitions " + partitions)
            + " are gone: they were dropped, truncated or replaced between "
            + from
            + " and "
            + until
            + ", and what was not read before is lost. Start with scan mode 'initial' and a new"
            + " consumer name to rebuild the target, or set on-loss = skip to go on without them",
        false,
        context,
        null);
    this.partitions = List.copyOf(partitions);
    this.from = from;
    this.until = until;
  }

  /** Names or ids of the partitions that vanished; empty if the whole table was made anew. */
  public List<String> partitions() {
    return partitions;
  }

  /** Changes from this instant on may be missing. */
  public Instant from() {
    return from;
  }

  /** Changes before this instant (exclusive) may be missing. */
  public Instant until() {
    return until;
  }
}
