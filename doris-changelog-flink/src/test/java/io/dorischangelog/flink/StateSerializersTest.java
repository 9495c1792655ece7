package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.flink.EnumeratorState.Stage;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StateSerializersTest {
  private static final Instant TIME = Instant.parse("2026-10-09T10:00:00Z");
  private static final SnapshotSplit PART =
      new SnapshotSplit(1, 3, TIME, true, false, List.of(7L, 9L));
  private static final Position OPEN_WINDOW =
      Position.startingAt(TIME, TableId.parse("test.t")).withOpenWindow(TIME, TIME.plusSeconds(5));

  @Test
  void splitsSurviveUnchanged() throws IOException {
    for (DorisSplit split :
        List.of(
            new DorisSplit.Snapshot(PART, false),
            new DorisSplit.Snapshot(PART, true),
            new DorisSplit.Changes(OPEN_WINDOW))) {
      SplitSerializer serializer = new SplitSerializer();
      assertThat(serializer.deserialize(1, serializer.serialize(split))).isEqualTo(split);
    }
  }

  @Test
  void theStateOfTheEnumeratorSurvivesUnchanged() throws IOException {
    EnumeratorState state =
        new EnumeratorState(
            true, List.of(PART), Set.of("snapshot-0"), true, OPEN_WINDOW, Stage.BEFORE_CHANGES);
    EnumeratorStateSerializer serializer = new EnumeratorStateSerializer();
    assertThat(serializer.deserialize(1, serializer.serialize(state))).isEqualTo(state);
  }

  @Test
  void stateOfALaterVersionIsRefusedWithAdvice() {
    assertThatThrownBy(() -> new SplitSerializer().deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 2")
        .hasMessageContaining("restore it with the connector that wrote it");
  }
}
