package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.flink.EnumeratorState.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States of every phase, given to enumerators with fewer readers and with more. */
class RestoredEnumeratorTest {
  private static final Instant TIME = Instant.parse("2026-10-09T10:00:00Z");
  private static final Position START = Position.startingAt(TIME, TableId.parse("test.t"));

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void inTheSnapshotEachPartIsReadOnce(int readers) throws Exception {
    EnumeratedJob job = restore(readers, state(Stage.BEFORE_CHANGES, Set.of(0, 1), 2, 3));
    job.begins(readers - 1, Set.of(1), Set.of(0));
    for (int reader = 0; reader < readers - 1; reader++) {
      job.begins(reader, Set.of(), Set.of());
    }
    assertThat(job.ask(0)).isEqualTo("snapshot-2");
    assertThat(job.ask(readers - 1)).isEqualTo("snapshot-3");
    assertThat(job.ask(0)).isEmpty();
    job.finishes(0, 2, 3);
    job.checkpoint(7);
    job.completes(7);
    assertThat(job.given(readers - 1)).as("part 1 is still read").isEmpty();
    job.finishes(readers - 1, 1);
    job.checkpoint(8);
    job.completes(8);
    assertThat(job.given(readers - 1)).isEqualTo("changes");
  }

  @Test
  void aPartThatNoReaderSpokeOfYetIsNotTakenForFinished() throws Exception {
    EnumeratedJob job = restore(2, state(Stage.BEFORE_CHANGES, Set.of(0)));
    job.begins(0, Set.of(), Set.of());
    job.checkpoint(1);
    job.completes(1);
    assertThat(job.given(0)).isEmpty();
    job.begins(1, Set.of(), Set.of(0));
    job.checkpoint(2);
    job.completes(2);
    assertThat(job.given(0)).isEqualTo("changes");
  }

  @Test
  void theOneReaderOfTheSnapshotIsTheOneThatHasAPartOfIt() {
    EnumeratedJob job =
        EnumeratedJob.restore(settings(true), 3, state(Stage.BEFORE_CHANGES, Set.of(0), 1));
    job.begins(0, Set.of(), Set.of());
    assertThat(job.ask(0)).isEmpty();
    job.begins(2, Set.of(0), Set.of());
    assertThat(job.ask(0)).isEmpty();
    job.finishes(2, 0);
    assertThat(job.ask(2)).isEqualTo("snapshot-1");
    job.finishes(2, 1);
    assertThat(job.given(2)).isEqualTo("changes");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void behindTheSnapshotACheckpointIsWaitedFor(int readers) throws Exception {
    EnumeratedJob job = restore(readers, state(Stage.BEFORE_CHANGES, Set.of()));
    begin(job, readers);
    assertThat(job.given(0)).isEmpty();
    job.checkpoint(1);
    job.completes(1);
    assertThat(job.given(0)).isEqualTo("changes");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void behindThatCheckpointTheChangesBeginAtOnce(int readers) {
    EnumeratedJob job = restore(readers, state(Stage.MAY_BEGIN, Set.of()));
    begin(job, readers);
    assertThat(job.coordinator().given(0)).containsExactly(new DorisSplit.Changes(START));
    assertThat(job.isTold(readers - 1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void inTheChangesNothingIsGivenBecauseAReaderHasThem(int readers) {
    EnumeratedJob job = restore(readers, state(Stage.ASSIGNED, Set.of()));
    begin(job, readers);
    for (int reader = 0; reader < readers; reader++) {
      assertThat(job.ask(reader)).isEmpty();
      assertThat(job.isTold(reader)).isTrue();
    }
  }

  private static void begin(EnumeratedJob job, int readers) {
    for (int reader = 0; reader < readers; reader++) {
      job.begins(reader, Set.of(), Set.of());
    }
  }

  private static EnumeratedJob restore(int readers, EnumeratorState state) {
    return EnumeratedJob.restore(settings(false), readers, state);
  }

  private static EnumeratorState state(Stage stage, Set<Integer> running, int... pending) {
    List<SnapshotSplit> parts =
        IntStream.of(pending)
            .mapToObj(part -> new SnapshotSplit(part, 4, TIME, true, false, List.of(10L + part)))
            .toList();
    return new EnumeratorState(true, parts, EnumeratedJob.ids(running), true, START, stage);
  }

  private static SourceSettings settings(boolean oneReader) {
    return new SourceSettings(
        scan -> scan.frontEnds("127.0.0.1:1").username("root").password("").table("test.t"),
        List.of(),
        ScanMode.initial(),
        Duration.ofSeconds(1),
        null,
        false,
        oneReader,
        true);
  }
}
