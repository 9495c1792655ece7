package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a scan has done so far. Immutable: a picture of one moment.
 *
 * @param serverTime the server's clock at that moment: its last answer and the time since then;
 *     empty before the first answer
 * @param ttl how long the table keeps changes, as last read; empty if the server does not tell
 * @param lossGuard whether expired changes would be noticed; false if the retention cannot be read
 * @param windows windows of which every row arrived
 * @param rows rows that arrived, of snapshots and changes
 * @param bytes Arrow memory of these rows
 * @param retries attempts that were made again after a fault
 * @param reconnects changes to another front end
 * @param logIns sessions that were opened; more than there are readers means that some were lost
 * @param gaps gaps that were skipped, and partitions that were discarded and passed over
 */
public record ScanStats(
    Optional<Instant> serverTime,
    Optional<Duration> ttl,
    boolean lossGuard,
    long windows,
    long rows,
    long bytes,
    long retries,
    long reconnects,
    long logIns,
    long gaps) {

  /**
   * How far a position lies behind the server's clock; zero if ahead of it.
   *
   * @return empty before the server's clock was read
   */
  public Optional<Duration> lagOf(Position position) {
    return serverTime.map(
        now -> {
          Duration lag = Duration.between(position.nextStart(), now);
          return lag.isNegative() ? Duration.ZERO : lag;
        });
  }

  /**
   * How long the changes behind a position are still kept; zero or less: some have expired.
   *
   * @return empty if clock or retention are not known
   */
  public Optional<Duration> headroomOf(Position position) {
    return ttl.flatMap(
        kept -> serverTime.map(now -> kept.minus(Duration.between(position.nextStart(), now))));
  }
}
