package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanStats;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One scan, opened when it is first needed and kept while its owner lives, so that sessions are
 * reused from split to split. Thread-safe; closing ends calls that wait for a server.
 */
final class SharedScan implements AutoCloseable {
  private final Supplier<ScanOptions> options;
  private @Nullable ChangelogScan scan; // guarded by this
  private boolean closed; // guarded by this

  SharedScan(Supplier<ScanOptions> options) {
    this.options = options;
  }

  /** The scan; connects at the first call. */
  ChangelogScan get() {
    ChangelogScan open = present();
    return open == null ? keep(ChangelogScan.open(options.get())) : open;
  }

  private synchronized @Nullable ChangelogScan present() {
    if (closed) {
      throw new IllegalStateException("the reader is closed");
    }
    return scan;
  }

  private ChangelogScan keep(ChangelogScan opened) {
    synchronized (this) {
      if (!closed && scan == null) {
        scan = opened;
        return opened;
      }
    }
    opened.close(); // Closed meanwhile, or somebody else was quicker.
    return get();
  }

  /** What the scan did so far; empty while it is not open. */
  synchronized Optional<ScanStats> stats() {
    return Optional.ofNullable(scan).map(ChangelogScan::stats);
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Idempotent. */
  @Override
  public void close() {
    ChangelogScan open;
    synchronized (this) {
      closed = true;
      open = scan;
      scan = null;
    }
    if (open != null) {
      open.close();
    }
  }
}
