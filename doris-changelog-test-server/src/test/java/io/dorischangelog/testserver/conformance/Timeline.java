package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When the steps of a case happen. A window bound is a whole second, so each gap that a read names
 * gets one, with 1.2 seconds on both sides of it.
 */
final class Timeline {
  private static final Duration SIDE_OF_GAP = Duration.ofMillis(1_200);
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(10);
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private final ServerTime time;
  private final Set<Integer> wantedGaps = new HashSet<>();
  private final Set<Integer> wantedSeconds = new HashSet<>();
  private final Map<Integer, Instant> gaps = new HashMap<>();
  private final Map<Integer, Instant> commits = new HashMap<>();

  Timeline(ServerTime time, List<Read> reads) {
    this.time = time;
    for (Read read : reads) {
      bounds(read).forEach(this::want);
    }
  }

  private static Stream<Moment> bounds(Read read) {
    return Stream.of(read.from(), read.to())
        .flatMap(Optional::stream)
        .map(text -> Moment.bound(text, read.expectError().isPresent()));
  }

  private void want(Moment moment) {
    if (moment instanceof Moment.Gap gap) {
      wantedGaps.add(gap.step());
    } else if (moment instanceof Moment.Commit commit) {
      wantedSeconds.add(commit.step());
    }
  }

  /** Comes before a step: finds it a whole second if a read needs its commit to be in one. */
  void beforeStep(int step) {
    if (wantedSeconds.contains(step)) {
      if (!time.manual()) {
        throw new CannotExpress("a commit in an exact millisecond needs a manual clock");
      }
      toWholeSecond();
      commits.put(step, time.now());
    }
  }

  /** Comes after a step and the reads that do not need the gap behind it; 0: before the first. */
  void afterStep(int step) {
    if (wantedGaps.contains(step)) {
      time.pass(SIDE_OF_GAP);
      gaps.put(step, time.now().truncatedTo(ChronoUnit.SECONDS));
      time.pass(SIDE_OF_GAP);
    } else if (time.manual()) {
      time.pass(BETWEEN_STEPS);
    }
  }

  /** Whether a read names the gap behind a step. */
  static boolean needsGap(Read read, int step) {
    return bounds(read).anyMatch(new Moment.Gap(step)::equals);
  }

  /** Whether a gap behind this step is wanted by any read. */
  boolean wantsGap(int step) {
    return wantedGaps.contains(step);
  }

  /** A bound as the server takes it. */
  String text(String bound, boolean refused) {
    Moment moment = Moment.bound(bound, refused);
    if (moment instanceof Moment.Literal literal) {
      return literal.text();
    } else if (moment instanceof Moment.Now) {
      if (!time.manual()) {
        throw new CannotExpress("a window that ends exactly now needs a manual clock");
      }
      toWholeSecond();
      return TEXT.format(time.now());
    }
    Instant instant =
        moment instanceof Moment.Gap gap
            ? gaps.get(gap.step())
            : commits.get(((Moment.Commit) moment).step());
    if (instant == null) {
      throw new CannotExpress("the bound '" + bound + "' has not come yet when it is read");
    }
    return TEXT.format(instant);
  }

  private void toWholeSecond() {
    Instant now = time.now();
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    if (second.isBefore(now)) {
      time.pass(Duration.between(now, second.plusSeconds(1)));
    }
  }
}
