package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Windows that are kept with a position until they are committed. */
class BegunWindowsTest {
  private static final TableId TABLE = new TableId("test", "t");
  private static final Instant START = Instant.parse("2026-10-01T10:00:00Z");

  private static Position place(int second) {
    return Position.startingAt(START.plusSeconds(second), TABLE);
  }

  private static Position opened(int second) {
    Instant start = START.plusSeconds(second);
    return place(second).withOpenWindow(start, start.plusSeconds(1));
  }

  @Test
  void afterTenThousandWithoutACommitReadingStopsUntilOneIsMade() {
    BegunWindows windows = new BegunWindows();
    for (int second = 0; second < 10_000; second++) {
      windows.begin(opened(second));
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> windows.begin(opened(10_000)))
        .withMessageContaining("commit at the end of a window");
    assertThat(windows.resumed(place(10_000)).openWindow()).isEmpty();

    windows.committed(place(1));
    windows.begin(opened(10_000));

    assertThat(windows.resumed(place(10_000))).isEqualTo(opened(10_000));
  }
}
