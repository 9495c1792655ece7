package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.testserver.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who is given what, and when. */
@ExtendWith(LeakCheck.class)
class DorisEnumeratorTest {
  private static final int PARTS = 4;

  private final Doris doris = Doris.start();
  private final AtomicLong nanoTime = new AtomicLong();
  private final List<EnumeratedJob> jobs = new ArrayList<>();

  @AfterEach
  void stop() {
    jobs.forEach(EnumeratedJob::close);
    doris.close();
  }

  @Test
  void partsOfTheSnapshotAreGivenToWhoeverAsks() {
    EnumeratedJob job = begin(ScanMode.initial(), 2);
    assertThat(job.given(0)).isEqualTo("snapshot-0");
    assertThat(job.given(1)).isEqualTo("snapshot-1");
    assertThat(job.ask(1)).isEqualTo("snapshot-2");
    assertThat(job.ask(0)).isEqualTo("snapshot-3");
    assertThat(job.ask(0)).isEmpty();
  }

  @Test
  void theChangesBeginWhereTheSnapshotWasTaken() throws Exception {
    Instant second = doris.clock().instant();
    EnumeratorState state = begin(ScanMode.initial(), 1).checkpoint(1);
    assertThat(Objects.requireNonNull(state.start()).nextStart()).isEqualTo(second.plusSeconds(1));
    assertThat(state.pending())
        .hasSize(PARTS - 1)
        .allMatch(part -> part.time().equals(second.plusSeconds(1)) && part.exact());
  }

  @Test
  void withoutASnapshotOneReaderHasTheChangesAtOnceAndAllAreTold() {
    EnumeratedJob job = begin(ScanMode.latest(), 2);
    assertThat(job.given(0)).isEqualTo("changes");
    assertThat(job.given(1)).isEmpty();
    assertThat(job.isTold(0)).isTrue();
    assertThat(job.isTold(1)).isTrue();
    assertThat(job.coordinator().dismissed()).isEmpty();
  }

  @Test
  void aReadWithAnEndDismissesTheReadersThatHaveNothing() {
    Instant now = doris.clock().instant();
    EnumeratedJob job = begin(ScanMode.fromTimestamp(now).until(now.plusSeconds(60)), 2);
    assertThat(job.given(0)).isEqualTo("changes");
    assertThat(job.coordinator().dismissed()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aMereSnapshotEndsWithItsParts() {
    EnumeratedJob job = begin(ScanMode.snapshot(), 2);
    assertThat(job.given(0)).isEqualTo("snapshot-0");
    assertThat(job.given(1)).isEqualTo("snapshot-1");
    job.finishes(1, 1);
    job.finishes(0, 0);
    assertThat(job.ask(0)).isEqualTo("snapshot-2");
    assertThat(job.ask(1)).isEqualTo("snapshot-3");
    job.finishes(0, 2);
    job.ask(0);
    assertThat(job.coordinator().dismissed()).containsExactly(0);
    job.finishes(1, 3);
    job.ask(1);
    assertThat(job.coordinator().dismissed()).containsExactlyInAnyOrder(0, 1);
    assertThat(job.isTold(0)).isFalse();
  }

  @Test
  void aStartThatCannotBeFoundOutFailsTheJobWithTheReason() {
    assertThatThrownBy(() -> EnumeratedJob.begin(settings(ScanMode.latest(), false), 1, () -> 0))
        .isInstanceOf(FlinkRuntimeException.class)
        .hasCauseInstanceOf(IncompatibleTableException.class)
        .hasStackTraceContaining("test.t");
  }

  @Test
  void theChangesWaitForACheckpointBegunBehindTheLastPart() throws Exception {
    EnumeratedJob job = begin(ScanMode.initial(), 2);
    job.ask(0);
    job.ask(1);
    job.finishes(0, 0, 2);
    job.finishes(1, 1);
    job.checkpoint(1);
    job.finishes(1, 3);
    job.completes(1);
    assertThat(job.given(0)).as("the checkpoint may be ahead of the last rows").isEmpty();
    job.checkpoint(2);
    assertThat(job.given(0)).isEmpty();
    job.completes(2);
    assertThat(job.given(0)).isEqualTo("changes");
    assertThat(job.isTold(1)).isTrue();
  }

  @Test
  void aCheckpointThatNeverCompletesIsReplacedByTheNext() throws Exception {
    EnumeratedJob job = readAll(begin(ScanMode.initial(), 2));
    job.checkpoint(1);
    job.checkpoint(2);
    job.completes(2);
    assertThat(job.given(0)).isEqualTo("changes");
  }

  @Test
  void tenMinutesWithoutACheckpointAreWarnedOfEachMinuteAndDoNotBeginTheChanges() {
    EnumeratedJob job = readAll(begin(ScanMode.initial(), 2));
    assertThat(remindedAfter(Duration.ofMinutes(9), job)).isEmpty();
    assertThat(remindedAfter(Duration.ofMinutes(2), job))
        .contains("11 minutes ago", "checkpoints of this job do not complete");
    assertThat(remindedAfter(Duration.ofMinutes(1), job)).contains("12 minutes ago");
    assertThat(job.given(0)).isEmpty();
  }

  private String remindedAfter(Duration time, EnumeratedJob job) {
    nanoTime.addAndGet(time.toNanos());
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      job.coordinator().runEvery(Duration.ofMinutes(1).toMillis());
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }

  @Test
  void oneReaderHasTheWholeSnapshotAndThenTheChangesWhereNoCheckpointIsWaitedFor() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", PARTS);
    EnumeratedJob job = keep(EnumeratedJob.begin(settings(ScanMode.initial(), true), 2, () -> 0));
    assertThat(job.given(0)).isEqualTo("snapshot-0");
    assertThat(job.given(1)).isEmpty();
    for (int part = 1; part < PARTS; part++) {
      job.finishes(0, part - 1);
      assertThat(job.ask(0)).isEqualTo("snapshot-" + part);
    }
    job.finishes(0, PARTS - 1);
    assertThat(job.given(0)).isEqualTo("changes");
    assertThat(job.given(1)).isEmpty();
  }

  @Test
  void whatAFailedReaderWasGivenIsGivenAgain() {
    EnumeratedJob job = begin(ScanMode.initial(), 2);
    job.given(1);
    job.fails(0, job.coordinator().given(0).toArray(DorisSplit[]::new));
    assertThat(job.ask(1)).isEqualTo("snapshot-0");
    assertThat(job.ask(1)).isEqualTo("snapshot-2");
  }

  @Test
  void aPartThatGoesBackWithAFailedReaderIsWaitedForAgain() throws Exception {
    EnumeratedJob job = readAll(begin(ScanMode.initial(), 2));
    job.checkpoint(1);
    job.fails(0);
    job.begins(0, Set.of(2), Set.of(0));
    job.checkpoint(2);
    job.completes(2);
    assertThat(job.given(0)).isEmpty();
    job.finishes(0, 2);
    job.checkpoint(3);
    job.completes(3);
    assertThat(job.given(0)).isEqualTo("changes");
  }

  @Test
  void theChangesOfAFailedReaderAreGivenToItAgain() {
    EnumeratedJob job = begin(ScanMode.latest(), 2);
    DorisSplit changes = job.coordinator().given(0).get(0);
    job.fails(1);
    job.fails(0, changes);
    job.begins(1, Set.of(), Set.of());
    assertThat(job.given(1)).isEmpty();
    job.begins(0, Set.of(), Set.of());
    assertThat(job.coordinator().given(0)).containsExactly(changes);
  }

  @Test
  void theChangesWaitUntilTheReaderSaidWhatItHasFromACheckpoint() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1);
    EnumeratedJob job = keep(EnumeratedJob.begin(settings(ScanMode.initial(), true), 1, () -> 0));
    job.given(0);
    job.finishes(0, 0);
    DorisSplit changes = job.coordinator().given(0).get(0);
    job.fails(0, changes);
    job.registers(0);
    assertThat(job.given(0)).isEmpty();
    job.begins(0, Set.of(0), Set.of());
    assertThat(job.given(0)).as("the part is being read again").isEmpty();
    job.finishes(0, 0);
    assertThat(job.given(0)).isEqualTo("changes");
  }

  private EnumeratedJob begin(ScanMode mode, int readers) {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", PARTS);
    return keep(EnumeratedJob.begin(settings(mode, false), readers, nanoTime::get));
  }

  private static EnumeratedJob readAll(EnumeratedJob job) {
    job.ask(0);
    job.ask(1);
    job.finishes(0, 0, 2);
    job.finishes(1, 1, 3);
    return job;
  }

  private EnumeratedJob keep(EnumeratedJob job) {
    jobs.add(job);
    return job;
  }

  private SourceSettings settings(ScanMode mode, boolean oneReader) {
    String frontEnds = doris.server().httpAddress();
    return new SourceSettings(
        scan -> scan.frontEnds(frontEnds).username("root").password("").table("test.t"),
        List.of(),
        mode,
        Duration.ofSeconds(1),
        null,
        false,
        oneReader,
        true);
  }
}
