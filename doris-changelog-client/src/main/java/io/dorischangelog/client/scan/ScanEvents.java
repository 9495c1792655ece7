package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.event.Notifier;
import io.dorischangelog.client.internal.server.ConnectionListener;
import io.dorischangelog.client.internal.server.HostAndPort;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that happens in a scan goes through here: it is counted for {@link ScanStats} and told
 * to the {@link ScanListener}. Thread-safe.
 */
final class ScanEvents implements ConnectionListener {
  private static final Logger LOG = LoggerFactory.getLogger(ScanEvents.class);

  /** Alarm below a fifth of the retention. */
  private static final int LOW_HEADROOM = 5;

  private final Notifier<ScanListener> listener;
  private final LongSupplier nanoClock;
  private final LongAdder windows = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final LongAdder logIns = new LongAdder();
  private final LongAdder gaps = new LongAdder();
  private volatile @Nullable ServerTime serverTime;
  private volatile Optional<Duration> ttl = Optional.empty();
  private volatile boolean guarded;
  private final AtomicBoolean lowHeadroom = new AtomicBoolean();

  private record ServerTime(Instant answer, long atNanos) {}

  ScanEvents(ScanListener listener) {
    this(listener, System::nanoTime);
  }

  ScanEvents(ScanListener listener, LongSupplier nanoClock) {
    this.listener = new Notifier<>(listener);
    this.nanoClock = nanoClock;
  }

  /** Tells what is not counted. */
  void tell(Consumer<ScanListener> event) {
    listener.tell(event);
  }

  /** Rows arrived from a server and are new. */
  void arrived(long newRows, long size) {
    rows.add(newRows);
    bytes.add(size);
  }

  /** Every row of a window arrived. */
  void windowRead(ChangeWindow window, long newRows, Duration took) {
    windows.increment();
    tell(to -> to.windowRead(window, newRows, took));
  }

  /** An attempt is made again. */
  void retrying(int attempt, Throwable cause) {
    retries.increment();
    tell(to -> to.retrying(attempt, cause));
  }

  @Override
  public void failedOver(HostAndPort from, HostAndPort to) {
    reconnects.increment();
    LOG.info("front end {} does not answer; going on with {}", from, to);
    tell(listening -> listening.failedOver(from.toString(), to.toString()));
  }

  @Override
  public void loggedIn(HostAndPort frontEnd) {
    logIns.increment();
  }

  /** Changes are missing and the read goes on. */
  void gap(Instant from, Instant until, String reason) {
    gaps.increment();
    tell(to -> to.gap(from, until, reason));
  }

  /** So much of the retention is left to what is needed next. */
  void headroom(Duration left, Duration retention) {
    boolean low = left.compareTo(retention.dividedBy(LOW_HEADROOM)) < 0;
    if (lowHeadroom.getAndSet(low) != low && low) {
      LOG.warn(
          "changes that were not read yet expire in {}, of a retention of {}", left, retention);
      tell(to -> to.headroom(left, retention));
    }
  }

  /** The server told its clock. */
  void serverTime(Instant answer) {
    serverTime = new ServerTime(answer, nanoClock.getAsLong());
  }

  /** The server told the retention, or did not. */
  void retention(Optional<Duration> told) {
    guarded = told.isPresent();
    if (told.isPresent()) {
      ttl = told;
    }
  }

  ScanStats stats() {
    return new ScanStats(
        now(),
        ttl,
        guarded,
        windows.sum(),
        rows.sum(),
        bytes.sum(),
        retries.sum(),
        reconnects.sum(),
        logIns.sum(),
        gaps.sum());
  }

  private Optional<Instant> now() {
    ServerTime last = serverTime;
    return last == null
        ? Optional.empty()
        : Optional.of(last.answer().plusNanos(nanoClock.getAsLong() - last.atNanos()));
  }
}
