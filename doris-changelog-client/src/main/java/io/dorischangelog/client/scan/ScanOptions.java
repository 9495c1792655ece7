package io.dorischangelog.client.scan;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.filter.RowFilter;
import io.dorischangelog.client.internal.server.Credentials;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.text.ZoneName;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Everything a scan needs to know about servers, table and limits. Immutable; every value was
 * checked when it was set.
 */
public final class ScanOptions {
  private final List<HostAndPort> frontEnds;
  private final Credentials credentials;
  private final TableId table;
  private final IncrementType incrementType;
  private final SnapshotConsistency snapshotConsistency;
  private final List<String> columns;
  private final Optional<RowFilter> filter;
  private final OptionalInt tabletsPerSplit;
  private final Optional<Duration> maxWindow;
  private final ConnectionLimits limits;
  private final Map<HostAndPort, HostAndPort> addressMap;
  private final Optional<String> columnPrefix;
  private final boolean requireBeforeImages;
  private final OnLoss onLoss;
  private final ScanListener listener;
  private final @Nullable TlsMaterial tls;
  private final @Nullable RetryPolicy<?> visibilityRetry;

  ScanOptions(ScanOptionsBuilder builder) {
    frontEnds = builder.frontEnds();
    credentials = builder.credentials();
    table = builder.table();
    incrementType = builder.incrementType;
    snapshotConsistency = builder.snapshotConsistency;
    columns = builder.columns;
    filter = builder.filter;
    tabletsPerSplit = builder.tabletsPerSplit;
    maxWindow = builder.maxWindow;
    limits = builder.limits();
    addressMap = builder.addressMap;
    columnPrefix = builder.columnPrefix;
    requireBeforeImages = builder.requireBeforeImages;
    onLoss = builder.onLoss;
    listener = builder.listener;
    tls = builder.tls;
    visibilityRetry = builder.visibilityRetry;
  }

  /** Begins with the defaults; front ends, username, password and table are required. */
  public static ScanOptionsBuilder builder() {
    return new ScanOptionsBuilder();
  }

  /**
   * The time zone of a name as Doris spells it, such as {@code CST} or {@code +8:00}.
   *
   * @throws IllegalArgumentException if the name is not one of a zone, or of several
   */
  public static ZoneId zoneNamed(String name) {
    return ZoneName.parse(name);
  }

  /**
   * Time-outs and sizes.
   *
   * @param flightSqlPort Flight port of the front ends; 0: discovered
   * @param connectTimeout for one connection
   * @param readTimeout for a log-in, a setting and a metadata answer
   * @param queryTimeout for the first batch of a query and between two batches
   * @param visibleWaitTimeout how long one window is asked for again while transactions in it are
   *     not visible yet; zero: not at all
   * @param retries connection faults in a row, without progress, that are repeated
   * @param batchSize rows per record batch
   * @param execMemLimitBytes memory limit of one query on the server
   * @param fetchMaxBytes Arrow memory that all open streams may hold together
   */
  record ConnectionLimits(
      int flightSqlPort,
      Duration connectTimeout,
      Duration readTimeout,
      Duration queryTimeout,
      Duration visibleWaitTimeout,
      int retries,
      int batchSize,
      long execMemLimitBytes,
      long fetchMaxBytes) {}

  List<HostAndPort> frontEnds() {
    return frontEnds;
  }

  Credentials credentials() {
    return credentials;
  }

  ConnectionLimits limits() {
    return limits;
  }

  Map<HostAndPort, HostAndPort> addressMap() {
    return addressMap;
  }

  Optional<String> columnPrefix() {
    return columnPrefix;
  }

  boolean requireBeforeImages() {
    return requireBeforeImages;
  }

  @Nullable RetryPolicy<?> visibilityRetry() {
    return visibilityRetry;
  }

  @Nullable TlsMaterial tls() {
    return tls;
  }

  ScanListener listener() {
    return listener;
  }

  /** What to do when changes are gone that were not read. */
  public OnLoss onLoss() {
    return onLoss;
  }

  /** The table to read. */
  public TableId table() {
    return table;
  }

  /** Which changes are read. */
  public IncrementType incrementType() {
    return incrementType;
  }

  /** How the snapshot meets the first change. */
  public SnapshotConsistency snapshotConsistency() {
    return snapshotConsistency;
  }

  /** Names of the columns to read, in order; empty: all of them. */
  public List<String> columns() {
    return columns;
  }

  Optional<RowFilter> rowFilter() {
    return filter;
  }

  /** Which rows are read, as it was set; empty: all of them. */
  public Optional<String> filter() {
    return filter.map(RowFilter::toString);
  }

  /** Tablets in one split of a snapshot; empty: as many splits as there are readers. */
  public OptionalInt tabletsPerSplit() {
    return tabletsPerSplit;
  }

  /** Longest time span of one query; empty: adaptive. */
  public Optional<Duration> maxWindow() {
    return maxWindow;
  }

  /** Table, servers and user; never the password. */
  @Override
  public String toString() {
    return "ScanOptions[" + table + " at " + frontEnds + " as " + credentials + "]";
  }
}
