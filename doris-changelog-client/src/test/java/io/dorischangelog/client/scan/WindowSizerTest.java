package io.dorischangelog.client.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class WindowSizerTest {
  private static final Instant START = Instant.parse("2026-10-01T00:00:00Z");
  private static final Instant NOW = START.plus(Duration.ofDays(3));

  @Test
  void quickWindowsGrowFromAMinute() {
    WindowSizer sizer = new WindowSizer(Optional.empty(), false);
    Instant first = sizer.end(START, NOW);
    assertThat(first).isEqualTo(START.plusSeconds(60));
    sizer.took(new ChangeWindow(START, first), Duration.ofMillis(100), 0);
    assertThat(sizer.end(first, NOW)).isEqualTo(first.plusSeconds(120));
  }

  @Test
  void slowWindowsShrinkToASecondAtLeast() {
    WindowSizer sizer = new WindowSizer(Optional.empty(), false);
    for (int i = 0; i < 10; i++) {
      sizer.took(new ChangeWindow(START, sizer.end(START, NOW)), Duration.ofMinutes(1), 0);
    }
    assertThat(sizer.end(START, NOW)).isEqualTo(START.plusSeconds(1));
  }

  @Test
  void theLimitHolds() {
    WindowSizer sizer = new WindowSizer(Optional.of(Duration.ofSeconds(90)), false);
    sizer.took(new ChangeWindow(START, sizer.end(START, NOW)), Duration.ZERO, 0);
    assertThat(sizer.end(START, NOW)).isEqualTo(START.plusSeconds(90));
  }

  @Test
  void aWindowThatFoldsIsCutByItsUserOnly() {
    assertThat(new WindowSizer(Optional.empty(), true).end(START, NOW)).isEqualTo(NOW);
    assertThat(new WindowSizer(Optional.of(Duration.ofHours(1)), true).end(START, NOW))
        .isEqualTo(START.plus(Duration.ofHours(1)));
  }

  @Property
  void windowsAdjoinAndReachThePresent(@ForAll @LongRange(min = 1, max = 400_000) long seconds) {
    WindowSizer sizer = new WindowSizer(Optional.empty(), false);
    Instant now = START.plusSeconds(seconds);
    Instant at = START;
    while (at.isBefore(now)) {
      Instant end = sizer.end(at, now);
      assertThat(end).isAfter(at).isBeforeOrEqualTo(now);
      sizer.took(new ChangeWindow(at, end), Duration.ofMillis(1), 0);
      at = end;
    }
    assertThat(at).isEqualTo(now);
  }
}
