package io.dorischangelog.client.scan;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What decides whether changes may be gone, as one front end knows it at one time. A part is empty
 * if the server does not tell it.
 *
 * @param serverTime the server's clock
 * @param ttl how long changes are kept
 * @param createdAt creation time of the table, to the second
 * @param partitions names of the partitions by id
 */
record TableFacts(
    Instant serverTime,
    Optional<Duration> ttl,
    Optional<Instant> createdAt,
    Optional<Map<Long, String>> partitions) {

  boolean isComplete() {
    return ttl.isPresent() && createdAt.isPresent() && partitions.isPresent();
  }
}
