package io.dorischangelog.client;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a {@link ChangelogReader}. Each is checked when it is set: {@link
 * IllegalArgumentException} names the setting, the value and the rule. One thread; reusable, except
 * for the offset store, which belongs to one reader.
 */
public final class ChangelogReaderBuilder {
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);
  private static final int LONGEST_CONSUMER_BYTES = 256;

  private final ScanOptionsBuilder scan = ScanOptions.builder();
  private ScanMode scanMode = ScanMode.snapshot();
  private IncrementType incrementType = IncrementType.DETAIL;
  private SnapshotConsistency snapshotConsistency = SnapshotConsistency.AUTO;
  private int snapshotParallelism = 1;
  private Duration pollInterval = Duration.ofSeconds(10);
  private Optional<Duration> autoCommit = Optional.empty();
  private @Nullable OffsetStore store;
  private ReaderListener listener = new ReaderListener() {};
  private String consumer = "unnamed";

  ChangelogReaderBuilder() {}

  /** Front ends' HTTP addresses: {@code host:port}, comma-separated. Required. */
  public ChangelogReaderBuilder frontEnds(String hostPorts) {
    scan.frontEnds(hostPorts);
    return this;
  }

  /** The Doris account. Required. */
  public ChangelogReaderBuilder username(String name) {
    scan.username(name);
    return this;
  }

  /** Its password. Required; may be empty. Never shown in a log, an exception or a text. */
  public ChangelogReaderBuilder password(String secret) {
    scan.password(secret);
    return this;
  }

  /** The table as {@code db.table}, with back-quotes around names that contain dots. Required. */
  public ChangelogReaderBuilder table(String databaseAndTable) {
    scan.table(databaseAndTable);
    return this;
  }

  /** Where a new consumer begins and where the read ends; default {@link ScanMode#snapshot()}. */
  public ChangelogReaderBuilder scanMode(ScanMode mode) {
    scanMode = mode;
    return this;
  }

  /** Which changes are read; default {@link IncrementType#DETAIL}. */
  public ChangelogReaderBuilder incrementType(IncrementType type) {
    incrementType = type;
    scan.incrementType(type);
    return this;
  }

  /** How the snapshot meets the first change; default {@link SnapshotConsistency#AUTO}. */
  public ChangelogReaderBuilder snapshotConsistency(SnapshotConsistency consistency) {
    snapshotConsistency = consistency;
    scan.snapshotConsistency(consistency);
    return this;
  }

  /**
   * How many sessions read the snapshot side by side, each a part of the tablets; default 1. Rows
   * still come from the reading thread alone, and share the budget of {@link #fetchMaxBytes}; rows
   * of different parts come mixed. With more than one, {@link #build()} waits for the transactions
   * that began before the snapshot, because only then are all tablets known.
   */
  public ChangelogReaderBuilder snapshotParallelism(int sessions) {
    if (sessions < 1) {
      throw new IllegalArgumentException(
          "snapshotParallelism = '" + sessions + "' must be 1 or more");
    }
    snapshotParallelism = sessions;
    return this;
  }

  /**
   * Which rows to read: a condition as behind {@code WHERE}, checked as {@link
   * ScanOptionsBuilder#filter} says; default: all.
   */
  public ChangelogReaderBuilder filter(String condition) {
    scan.filter(condition);
    return this;
  }

  /** The columns to read, in this order; default: all. */
  public ChangelogReaderBuilder columns(String... names) {
    scan.columns(List.of(names));
    return this;
  }

  /**
   * Where positions are kept between runs, and under which name. The reader closes the store.
   * Without one, positions live as long as the reader.
   *
   * @param consumer 1 to 256 bytes in UTF-8; different jobs need different names
   */
  public ChangelogReaderBuilder offsetStore(OffsetStore offsets, String consumer) {
    int bytes = consumer.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > LONGEST_CONSUMER_BYTES) {
      throw new IllegalArgumentException(
          "offsetStore: the consumer name '"
              + consumer
              + "' must have 1 to "
              + LONGEST_CONSUMER_BYTES
              + " bytes in UTF-8, not "
              + bytes);
    }
    this.store = offsets;
    this.consumer = consumer;
    return this;
  }

  /** Time between two looks for new changes, 1 second or more; default 10 s. */
  public ChangelogReaderBuilder pollInterval(Duration interval) {
    if (interval.compareTo(SHORTEST_POLL) < 0) {
      throw new IllegalArgumentException(
          "pollInterval = '" + interval + "' must be 1 second or more");
    }
    pollInterval = interval;
    return this;
  }

  /** For tests of the reader itself, where a second is long. */
  ChangelogReaderBuilder pollIntervalUnchecked(Duration interval) {
    pollInterval = interval;
    return this;
  }

  /**
   * Commit by itself, at most this often, what a later {@code next} or {@code poll} proves to be
   * processed. Default: only {@code commit} commits.
   */
  public ChangelogReaderBuilder autoCommit(Duration interval) {
    if (interval.isNegative()) {
      throw new IllegalArgumentException("autoCommit = '" + interval + "' must not be negative");
    }
    autoCommit = Optional.of(interval);
    return this;
  }

  /** See {@link ScanOptionsBuilder#visibleWaitTimeout}. */
  public ChangelogReaderBuilder visibleWaitTimeout(Duration budget) {
    scan.visibleWaitTimeout(budget);
    return this;
  }

  /** See {@link ScanOptionsBuilder#visibilityRetry}. */
  public ChangelogReaderBuilder visibilityRetry(RetryPolicy<?> delays) {
    scan.visibilityRetry(delays);
    return this;
  }

  /** See {@link ScanOptionsBuilder#maxWindow}. */
  public ChangelogReaderBuilder maxWindow(Duration span) {
    scan.maxWindow(span);
    return this;
  }

  /** See {@link ScanOptionsBuilder#requireBeforeImages}. */
  public ChangelogReaderBuilder requireBeforeImages(boolean required) {
    scan.requireBeforeImages(required);
    return this;
  }

  /** See {@link ScanOptionsBuilder#onLoss}. */
  public ChangelogReaderBuilder onLoss(OnLoss behaviour) {
    scan.onLoss(behaviour);
    return this;
  }

  /** Who is told what the reader does; default: nobody. */
  public ChangelogReaderBuilder listener(ReaderListener told) {
    listener = told;
    scan.listener(told);
    return this;
  }

  /** See {@link ScanOptionsBuilder#fetchMaxBytes}. */
  public ChangelogReaderBuilder fetchMaxBytes(long bytes) {
    scan.fetchMaxBytes(bytes);
    return this;
  }

  /** See {@link ScanOptionsBuilder#addressMap}. */
  public ChangelogReaderBuilder addressMap(Map<String, String> reachableByAdvertised) {
    scan.addressMap(reachableByAdvertised);
    return this;
  }

  /** See {@link ScanOptionsBuilder#changelogColumnPrefix}. */
  public ChangelogReaderBuilder changelogColumnPrefix(String prefix) {
    scan.changelogColumnPrefix(prefix);
    return this;
  }

  /** See {@link ScanOptionsBuilder#flightSqlPort}. */
  public ChangelogReaderBuilder flightSqlPort(int port) {
    scan.flightSqlPort(port);
    return this;
  }

  /** See {@link ScanOptionsBuilder#connectTimeout}. */
  public ChangelogReaderBuilder connectTimeout(Duration timeout) {
    scan.connectTimeout(timeout);
    return this;
  }

  /** See {@link ScanOptionsBuilder#readTimeout}. */
  public ChangelogReaderBuilder readTimeout(Duration timeout) {
    scan.readTimeout(timeout);
    return this;
  }

  /** See {@link ScanOptionsBuilder#queryTimeout}. */
  public ChangelogReaderBuilder queryTimeout(Duration timeout) {
    scan.queryTimeout(timeout);
    return this;
  }

  /** See {@link ScanOptionsBuilder#retries}. */
  public ChangelogReaderBuilder retries(int count) {
    scan.retries(count);
    return this;
  }

  /** See {@link ScanOptionsBuilder#batchSize}. */
  public ChangelogReaderBuilder batchSize(int rows) {
    scan.batchSize(rows);
    return this;
  }

  /** See {@link ScanOptionsBuilder#execMemLimit}. */
  public ChangelogReaderBuilder execMemLimit(long bytes) {
    scan.execMemLimit(bytes);
    return this;
  }

  /** See {@link ScanOptionsBuilder#tls}. An offset table in Doris has a setting of its own. */
  public ChangelogReaderBuilder tls(TlsOptions options) {
    scan.tls(options);
    return this;
  }

  /**
   * Connects, finds out where to begin, and saves that place where a store is set. The offset store
   * is closed if this fails.
   *
   * @throws IllegalArgumentException if settings are missing or do not go together
   * @throws IllegalStateException if the JVM lacks the flag that Arrow needs
   * @throws io.dorischangelog.client.error.ChangelogException if server, table or store do not
   *     allow the read; the subclass says which
   */
  public ChangelogReader build() {
    OffsetStore offsets = store == null ? new MemoryOffsetStore() : store;
    boolean built = false;
    try {
      requireTogether();
      ChangelogReader reader =
          ChangelogReader.open(
              scan.build(),
              new ReaderSettings(
                  scanMode,
                  incrementType,
                  snapshotConsistency,
                  snapshotParallelism,
                  pollInterval,
                  autoCommit,
                  offsets,
                  consumer,
                  store != null
                      && store.keepsWholePosition()
                      && incrementType == IncrementType.MIN_DELTA,
                  listener));
      built = true;
      return reader;
    } finally {
      if (!built) {
        offsets.close();
      }
    }
  }

  private void requireTogether() {
    if (store != null && !scanMode.hasChanges()) {
      throw new IllegalArgumentException(
          "offsetStore: scan mode '"
              + scanMode
              + "' reads no changes and has no position to keep; use initial, latest or"
              + " from-timestamp, or leave the store out");
    }
  }
}
