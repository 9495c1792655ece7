package io.dorischangelog.testserver;

/**
 * What can go wrong while an {@code @incr} read makes sure that every change of its window is
 * visible, besides time running out on an open transaction. Each has the text of the server's
 * source and no number of its own; all mean that the same window can be read later. Over Flight
 * they arrive as INTERNAL. See {@link DorisTestServer#failWaits}.
 */
public enum WaitFailure {
  /** Shared-nothing, any front end: {@code get transaction id watermark failed ...}. */
  WATERMARK_FAILED,
  /** Shared-nothing, any front end: {@code check previous transactions failed ...}. */
  TRANSACTION_CHECK_FAILED,
  /** Shared-nothing, any front end: {@code timeout synchronizing visible versions ...}. */
  VISIBLE_VERSIONS_TIMEOUT,
  /**
   * Shared-nothing, front ends other than the master: {@code timeout waiting follower journal
   * replay ...}.
   */
  JOURNAL_REPLAY_TIMEOUT,
  /** Front ends other than the master: {@code failed to get master FE client ...}. */
  MASTER_UNREACHABLE
}
