package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {

  private static final TableSchema SCHEMA =
      TableSchema.of(Semantics.FULL, Column.key("id", DorisType.parse("int")));
  private static final Position POSITION =
      Position.startingAt(Instant.EPOCH, TableId.parse("test.t"));

  @Test
  void aChangeCanBeMadeForATest() {
    Change change = Change.of(ChangeKind.INSERT, Row.of(SCHEMA, 1), POSITION);
    assertThat(change).hasToString("+I {id=1}");
    assertThat(change.position()).isEqualTo(POSITION);
    assertThat(change.commitTime()).isEmpty();
    assertThat(change.tso()).isEmpty();
    assertThat(change.replayed()).isFalse();
    assertThat(change).isEqualTo(Change.of(ChangeKind.INSERT, Row.of(SCHEMA, 1), POSITION));
    assertThat(change).isNotEqualTo(Change.of(ChangeKind.DELETE, Row.of(SCHEMA, 1), POSITION));
  }

  @Test
  void theCommitTimeIsTheMillisecondOfTheTso() {
    Change change = builder().log((1_760_000_000_123L << 18) | 5, 42).build();
    assertThat(change.commitTime()).hasValue(Instant.ofEpochMilli(1_760_000_000_123L));
    assertThat(change.lsn()).hasValue(42);
    assertThat(change).isNotEqualTo(builder().build());
  }

  @Test
  void aChangeWithoutARowIsRefused() {
    assertThatThrownBy(() -> Change.builder().kind(ChangeKind.INSERT).position(POSITION).build())
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("row");
  }

  @Test
  void signsAreThoseOfLogs() {
    assertThat(List.of(ChangeKind.values()))
        .map(ChangeKind::sign)
        .containsExactly("+S", "+I", "-U", "+U", "+U", "-D");
  }

  private static Change.Builder builder() {
    return Change.builder().kind(ChangeKind.INSERT).row(Row.of(SCHEMA, 1)).position(POSITION);
  }
}
