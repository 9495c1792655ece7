package io.dorischangelog.testserver.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TsoClockTest {
  private final ManualClock time = ManualClock.at("2026-10-01T10:00:00Z");
  private final TsoClock clock = new TsoClock(time);

  @Test
  void composesMillisecondsAndCounter() {
    long tso = TsoClock.compose(1760000000123L, 1);

    assertThat(tso).isEqualTo(461373440032243713L);
    assertThat(TsoClock.physical(tso)).isEqualTo(1760000000123L);
    assertThat(TsoClock.counter(tso)).isEqualTo(1);
  }

  @Test
  void theFirstTsoOfAMillisecondHasCounterZero() {
    assertThat(clock.next()).isEqualTo(TsoClock.compose(time.millis(), 0));
    assertThat(clock.next()).isEqualTo(TsoClock.compose(time.millis(), 1));
  }

  @Test
  void showingTheClockIssuesNothing() {
    long shown = clock.current();

    assertThat(clock.current()).isEqualTo(shown);
    assertThat(clock.next()).isEqualTo(shown);
  }

  @Test
  void theClockMovesWithTimeWhenNobodyCommits() {
    long before = clock.current();
    time.advance(Duration.ofMillis(2500));

    assertThat(TsoClock.physical(clock.current())).isEqualTo(TsoClock.physical(before) + 2500);
  }

  @Test
  void aSourceThatStepsBackNeverMakesATsoSmaller() {
    long issued = clock.next();
    long shown = clock.current();
    time.advance(Duration.ofMinutes(-1));

    assertThat(clock.current()).isEqualTo(shown);
    assertThat(clock.next()).isGreaterThan(issued).isGreaterThanOrEqualTo(shown);
  }

  @Test
  void aCommitNeverFallsBehindATimeThatWasShown() {
    time.advance(Duration.ofMillis(500));
    long shown = clock.current();
    time.advance(Duration.ofMillis(-400));

    assertThat(clock.next()).isGreaterThanOrEqualTo(shown);
    assertThat(TsoClock.physical(clock.current())).isEqualTo(TsoClock.physical(shown));
  }

  @Test
  void theCounterRunsOverIntoTheNextMillisecond() {
    long first = clock.reserve(TsoClock.MAX_COUNTER + 1);
    long next = clock.next();

    assertThat(next).isEqualTo(first + TsoClock.MAX_COUNTER + 1);
    assertThat(TsoClock.physical(next)).isEqualTo(time.millis() + 1);
  }

  @Test
  void theLeasedWindowEndsAheadOfTheClock() {
    assertThat(clock.windowEndMillis()).isGreaterThan(TsoClock.physical(clock.current()));
  }

  @Test
  void manyThreadsNeverGetTheSameTso() throws InterruptedException {
    Set<Long> seen = Collections.synchronizedSet(new HashSet<>());
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 1000; n++) {
                  seen.add(clock.next());
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(seen).hasSize(4000);
  }
}
