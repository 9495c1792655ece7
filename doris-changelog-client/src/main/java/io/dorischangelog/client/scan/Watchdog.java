package io.dorischangelog.client.scan;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The one thread of a scan that ends waits on silent servers. */
final class Watchdog implements AutoCloseable {
  private static final Duration SELDOMEST = Duration.ofSeconds(1);

  private final Set<StallGuard> watched = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService executor;
  private final ScheduledFuture<?> checks;

  /**
   * @param limit the shortest of the limits; looked at often enough to keep to it within a quarter
   */
  Watchdog(Duration limit, ThreadFactory threads) {
    executor = Executors.newSingleThreadScheduledExecutor(threads);
    Duration quarter = limit.dividedBy(4);
    Duration period = quarter.compareTo(SELDOMEST) < 0 ? quarter : SELDOMEST;
    long nanos = Math.max(1, period.toNanos());
    checks = executor.scheduleWithFixedDelay(this::check, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  void watch(StallGuard guard) {
    watched.add(guard);
  }

  void forget(StallGuard guard) {
    watched.remove(guard);
  }

  private void check() {
    watched.forEach(StallGuard::check);
  }

  @Override
  public void close() {
    checks.cancel(false);
    executor.shutdownNow();
  }
}
