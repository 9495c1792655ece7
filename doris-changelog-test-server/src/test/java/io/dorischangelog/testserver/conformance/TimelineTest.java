package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimelineTest {
  private final FakeTime time = new FakeTime();

  @Test
  void aGapHasAWholeSecondStrictlyBetweenTheSteps() throws IOException {
    Timeline timeline = timeline("after txn 1", "before txn 3");
    timeline.beforeStep(1);
    Instant first = time.now();
    timeline.afterStep(1);
    Instant second = time.now();
    Instant bound = Instant.parse(timeline.text("after txn 1", false).replace(' ', 'T') + "Z");
    assertThat(bound).isAfter(first.plusMillis(200)).isBefore(second.minusMillis(1_000));
    assertThat(timeline.wantsGap(2)).isTrue();
  }

  @Test
  void stepsWithoutAReadBetweenThemFollowAtOnce() throws IOException {
    Timeline timeline = timeline("after txn 5", null);
    Instant before = time.now();
    timeline.afterStep(1);
    assertThat(Duration.between(before, time.now())).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void aCommitThatIsABoundHappensInAWholeSecond() throws IOException {
    Timeline timeline = timeline("exactly the commit millisecond of txn 1", null);
    timeline.beforeStep(1);
    assertThat(time.now()).isEqualTo("2026-01-01T00:00:01Z");
    assertThat(timeline.text("exactly the commit millisecond of txn 1", false))
        .isEqualTo("2026-01-01 00:00:01");
  }

  @Test
  void anExactCommitNeedsAManualClock() throws IOException {
    time.manual = false;
    Timeline timeline = timeline("exactly the commit millisecond of txn 1", null);
    assertThatThrownBy(() -> timeline.beforeStep(1))
        .isInstanceOf(CannotExpress.class)
        .hasMessageContaining("manual clock");
  }

  @Test
  void nowIsAWholeSecondAtTheTimeOfTheRead() throws IOException {
    Timeline timeline = timeline(null, "exactly the current TSO physical time");
    assertThat(timeline.text("exactly the current TSO physical time", false))
        .isEqualTo("2026-01-01 00:00:01");
    assertThat(time.now()).isEqualTo("2026-01-01T00:00:01Z");
  }

  @Test
  void timestampsAreTakenLiterallyAndOtherTextsOnlyWhereARefusalIsExpected() throws IOException {
    Timeline timeline = timeline(null, null);
    assertThat(timeline.text("1971-01-01 00:00:00", false)).isEqualTo("1971-01-01 00:00:00");
    assertThat(timeline.text("0", false)).isEqualTo("0");
    assertThat(timeline.text("yesterday", true)).isEqualTo("yesterday");
    assertThatThrownBy(() -> timeline.text("yesterday", false)).isInstanceOf(CannotExpress.class);
  }

  private Timeline timeline(String from, String to) throws IOException {
    return new Timeline(time, List.of(read(from, to)));
  }

  private static Read read(String from, String to) throws IOException {
    String json = "{\"reads\":[{\"from\":" + quoted(from) + ",\"to\":" + quoted(to) + "}]}";
    return CaseReader.read(json).reads().get(0);
  }

  private static String quoted(String text) {
    return text == null ? "null" : "\"" + text + "\"";
  }

  private static final class FakeTime implements ServerTime {
    private Instant now = Instant.parse("2026-01-01T00:00:00.500Z");
    private boolean manual = true;

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public void pass(Duration duration) {
      now = now.plus(duration);
    }

    @Override
    public boolean manual() {
      return manual;
    }
  }
}
