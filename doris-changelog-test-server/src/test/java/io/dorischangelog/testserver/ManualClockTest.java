package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ManualClockTest {
  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");

  @Test
  void itShowsItsStartUntilItIsMoved() {
    assertThat(clock.instant()).isEqualTo("2026-11-30T10:00:00Z");
    assertThat(clock.millis()).isEqualTo(Instant.parse("2026-11-30T10:00:00Z").toEpochMilli());
  }

  @Test
  void itMovesForwardAndBack() {
    assertThat(clock.advance(Duration.ofMillis(1200))).isEqualTo("2026-11-30T10:00:01.200Z");
    assertThat(clock.advance(Duration.ofMinutes(-1))).isEqualTo("2026-11-30T09:59:01.200Z");
    assertThat(clock.instant()).isEqualTo("2026-11-30T09:59:01.200Z");
  }

  @Test
  void itCanBeSet() {
    clock.set(Instant.EPOCH);
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
    assertThat(clock).hasToString("ManualClock[1970-01-01T00:00:00Z]");
  }
}
