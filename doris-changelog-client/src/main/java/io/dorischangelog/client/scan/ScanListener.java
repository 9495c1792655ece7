package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ChangelogException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Is told what a scan does, for logs, metrics and alarms. Every method does nothing unless
 * overridden.
 *
 * <p>Calls come from the scan's own threads (the thread of a stream, the thread that plans) or from
 * the thread that called the scan, and several may come at once: an implementation is thread-safe,
 * quick, and never calls back into the scan. What it throws is logged and otherwise ignored; it
 * never ends or changes a read.
 */
public interface ScanListener {

  /** A window was cut and will be read next. From the thread that plans. */
  default void windowPlanned(ChangeWindow window) {}

  /**
   * Every row of a window has arrived from the servers. From the window's stream thread.
   *
   * @param window its start is later than planned where a gap was skipped
   * @param rows rows that were new, after what an earlier attempt had handed on
   * @param took since the stream was started
   */
  default void windowRead(ChangeWindow window, long rows, Duration took) {}

  /**
   * The server cannot show a window or the snapshot's time yet, because a transaction of that time
   * is not visible; the same will be asked for again. From a stream's thread.
   *
   * @param code the server's error number, 0 where it sent text only
   * @param reason the server's name for the state, with its reason
   * @param waited since the first attempt
   */
  default void waiting(int code, String reason, Duration waited) {}

  /**
   * A connection or session broke; what is left will be read again. From the stream's thread.
   *
   * @param attempt 1 for the first retry without progress
   */
  default void retrying(int attempt, Throwable cause) {}

  /**
   * Another front end is used from now on. From the thread that found the first one failing.
   *
   * @param from {@code host:port} of the one that failed
   * @param to {@code host:port} of the next one
   */
  default void failedOver(String from, String to) {}

  /**
   * A snapshot's time was fixed, before any of its rows is handed out. With a store that cannot
   * keep this state (the Doris table), this is the moment to begin with an empty target. From the
   * thread that plans.
   *
   * @param time T0, where the changes behind the snapshot begin
   * @param exact whether the rows are those of T0 and no later ones
   */
  default void snapshotStarted(Instant time, boolean exact, int splits) {}

  /**
   * A snapshot moved on. From the threads of its streams.
   *
   * @param rows rows of all splits that arrived so far
   */
  default void snapshotProgress(long rows, int splitsDone, int splits) {}

  /** Every row of a snapshot has arrived. From the thread of its last stream. */
  default void snapshotDone(Instant time, long rows) {}

  /**
   * Changes are gone and the read goes on without them, as on-loss = skip asks. From the stream's
   * thread.
   *
   * @param from changes from here on may be missing
   * @param until changes before this instant (exclusive) may be missing
   * @param reason what happened to them
   */
  default void gap(Instant from, Instant until, String reason) {}

  /**
   * Changes are gone and the read stops with this error, as on-loss = fail asks. From the thread
   * that found out, before the error is thrown.
   */
  default void loss(ChangelogException error) {}

  /**
   * Partitions were dropped by the table's own rule (dynamic partitions, partition retention), and
   * their changes with them. The read goes on whatever on-loss says. From the stream's thread.
   *
   * @param partitions names where they are known, otherwise ids
   * @param from unread changes from here on are missing, if there were any
   * @param until when this was noticed, exclusive
   */
  default void partitionsExpired(List<String> partitions, Instant from, Instant until) {}

  /** The table's columns changed between two windows. From the thread that noticed. */
  default void schemaChanged(TableSchema before, TableSchema after) {}

  /**
   * The oldest change still needed has less than a fifth of the retention left. Told once, and
   * again after it had recovered. From the thread that noticed.
   *
   * @param left time until changes expire that were not read
   * @param ttl the table's retention
   */
  default void headroom(Duration left, Duration ttl) {}

  /**
   * The position to go on from carries no partitions (a store that keeps points in time only):
   * partitions that were dropped while nobody read go unnoticed. From the thread that begins.
   */
  default void historyUnverified(Position from) {}

  /**
   * A {@code min_delta} read goes on from a position whose open window, if there was one, is not
   * known: changes handed out before may come again, folded in another way. From the thread that
   * begins.
   */
  default void mayRepeatFold(Position from) {}
}
