package io.dorischangelog.client;

import io.dorischangelog.client.scan.ScanStats;
import java.time.Duration;
import java.util.Optional;

/**
 * What a reader has done so far and how it stands. Immutable: a picture of one moment.
 *
 * @param lag how far {@link ChangelogReader#position()} lies behind the server's clock; empty
 *     before that was read
 * @param headroom how long the changes are still kept that a restart would need: those behind
 *     {@link ChangelogReader#committed()}, or without an offset store those behind {@code
 *     position()}; zero or less: some have expired; empty if clock or retention are not known
 * @param scan counters
 */
public record ReaderStats(Optional<Duration> lag, Optional<Duration> headroom, ScanStats scan) {

  /** Whether expired changes would be noticed; false if the retention cannot be read. */
  public boolean lossGuard() {
    return scan.lossGuard();
  }

  /** Windows of which every row arrived. */
  public long windows() {
    return scan.windows();
  }

  /** Rows that arrived, of snapshots and changes. */
  public long rows() {
    return scan.rows();
  }

  /** Arrow memory of the rows that arrived. */
  public long bytes() {
    return scan.bytes();
  }

  /** Attempts that were made again after a fault. */
  public long retries() {
    return scan.retries();
  }

  /** Changes to another front end. */
  public long reconnects() {
    return scan.reconnects();
  }

  /** Gaps that were skipped. */
  public long gaps() {
    return scan.gaps();
  }
}
