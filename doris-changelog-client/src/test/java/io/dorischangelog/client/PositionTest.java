package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.internal.tso.Tso;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {

  private static final TableId TABLE = new TableId("test", "student");
  private static final PositionContext CONTEXT = PositionContext.of(TABLE);
  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");

  @Test
  void aFinishedWindowIsTheLastTsoBeforeItsEnd() {
    Position position = Position.endOfWindow(TEN, CONTEXT);

    assertThat(position.tso()).isEqualTo((TEN.toEpochMilli() << 18) - 1);
    assertThat(position.rows()).isEqualTo(Position.ALL);
    assertThat(position.nextStart()).isEqualTo(TEN);
  }

  @Test
  void aSnapshotStandsDirectlyBelowTheFirstChangeAfterIt() {
    Position snapshot = Position.snapshot(TEN, CONTEXT);
    long last = Tso.lastBefore(TEN);

    assertThat(snapshot).isLessThan(Position.endOfWindow(TEN, CONTEXT));
    assertThat(snapshot).isGreaterThan(Position.of(last, 1_000_000, CONTEXT));
    assertThat(snapshot.snapshotTime()).contains(TEN);
    assertThat(snapshot.rows()).isZero();
    assertThat(snapshot.nextStart()).isEqualTo(TEN);
  }

  @Test
  void noRowsOfATransactionIsAllOfTheOneBefore() {
    long tso = Tso.compose(TEN.toEpochMilli(), 5);

    assertThat(Position.of(tso, 0, CONTEXT)).isEqualTo(Position.complete(tso - 1, CONTEXT));
    assertThat(Position.of(tso, 3, CONTEXT).atTransactionStart())
        .isEqualTo(Position.complete(tso - 1, CONTEXT));
    assertThat(Position.complete(tso, CONTEXT).atTransactionStart())
        .isEqualTo(Position.complete(tso, CONTEXT));
  }

  @Test
  void rowsAreOrderedWithinTheirTransaction() {
    long tso = Tso.compose(TEN.toEpochMilli(), 0);

    assertThat(
            List.of(
                Position.complete(tso - 1, CONTEXT),
                Position.of(tso, 1, CONTEXT),
                Position.of(tso, 2, CONTEXT),
                Position.complete(tso, CONTEXT),
                Position.of(tso + 1, 1, CONTEXT)))
        .isSorted();
  }

  @Test
  void aHalfReadTransactionAtTheEndOfASecondIsReadAgain() {
    long lastOfSecond = Tso.lastBefore(TEN);

    assertThat(Position.of(lastOfSecond, 1, CONTEXT).nextStart()).isEqualTo(TEN.minusSeconds(1));
    assertThat(Position.complete(lastOfSecond, CONTEXT).nextStart()).isEqualTo(TEN);
  }

  @Test
  void anOpenWindowStandsAboveTheSamePlaceOutsideIt() {
    Position before = Position.endOfWindow(TEN, CONTEXT);
    Position open = before.withOpenWindow(TEN, TEN.plusSeconds(10));

    assertThat(open).isGreaterThan(before).isNotEqualTo(before);
    assertThat(open).isLessThan(Position.endOfWindow(TEN.plusSeconds(10), CONTEXT));
    assertThat(open.withoutOpenWindow()).isEqualTo(before);
    assertThat(before.withoutOpenWindow()).isSameAs(before);
  }

  @Test
  void whatAPositionCarriesDoesNotMakeItAnotherPlace() {
    Position bare = Position.endOfWindow(TEN, CONTEXT);
    Position rich =
        Position.endOfWindow(
            TEN,
            CONTEXT
                .withFingerprint("detail")
                .withSeen(SeenTable.of(TEN, Duration.ofDays(1), List.of(3L, 1L))));

    assertThat(rich).isEqualTo(bare);
    assertThat(rich.context().hasShapeOf(bare.context())).isFalse();
    assertThat(rich.context().hasShapeOf(rich.context())).isTrue();
    assertThat(rich.context().createdAt()).contains(TEN);
  }

  @Test
  void windowsBegunBehindThePlaceAreKeptInTheTextAndCount() {
    Position place = Position.startingAt(TEN, new TableId("shop", "orders"));
    Position window = place.withOpenWindow(TEN, TEN.plusSeconds(5));
    Position begun =
        window.withContext(
            window
                .context()
                .withLaterEnds(
                    List.of(TEN.plusSeconds(9), TEN.plusSeconds(12), TEN.plusSeconds(72))));

    assertThat(begun.toText()).contains(";later=2026-10-01T10:00:09Z,3,60;crc=");
    assertThat(Position.parse(begun.toText())).isEqualTo(begun).isNotEqualTo(window);
    assertThat(begun).isGreaterThan(window);
    assertThat(begun.withoutOpenWindow()).isEqualTo(place);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> window.context().withLaterEnds(List.of(TEN.plusSeconds(5))))
        .withMessageContaining("behind the one before");
  }

  @Test
  void theTextCanBeReadByPeople() {
    Position position =
        Position.of(
            Tso.compose(1760000000123L, 1),
            7,
            new PositionContext(
                new TableId("shop", "or;ders"),
                "detail=1",
                SeenTable.of(TEN, Duration.ofDays(1), List.of(20L, 10L)),
                null,
                List.of()));

    assertThat(position.toText())
        .startsWith(
            "v1;tso=461373440032243713;rows=7;table=shop.or%3Bders;shape=detail%3D1;"
                + "created=2026-10-01T10:00:00Z;ttl=86400;partitions=10,20;crc=");
    assertThat(position).hasToString("2025-10-09T08:53:20.123Z+1 after 7 rows");
  }

  @Test
  void aNewerVersionIsRefusedByItsNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.parse("v2;tso=1;what=ever"))
        .withMessageContaining("version 2")
        .withMessageContaining("version 1 only");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "v", "v1", "v1;", "2026-10-01 10:00:00", "v99999999999;", "v1;crc=00000000"})
  void otherTextIsNoPosition(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.parse(text))
        .withMessageContaining("not a position");
  }

  @Test
  void everyTurnedBitOfTheTextIsNoticed() {
    String text = Position.endOfWindow(TEN, CONTEXT.withFingerprint("detail")).toText();

    for (int i = 0; i < text.length(); i++) {
      for (int bit = 0; bit < 7; bit++) {
        String turned =
            text.substring(0, i) + (char) (text.charAt(i) ^ (1 << bit)) + text.substring(i + 1);
        assertThatIllegalArgumentException().isThrownBy(() -> Position.parse(turned));
      }
    }
  }

  @Test
  void partsOfASecondAreNoBoundOfAWindow() {
    Instant between = TEN.plusMillis(1);

    assertThatIllegalArgumentException().isThrownBy(() -> Position.endOfWindow(between, CONTEXT));
    assertThatIllegalArgumentException().isThrownBy(() -> Position.snapshot(between, CONTEXT));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.endOfWindow(TEN, CONTEXT).withOpenWindow(TEN, between));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.endOfWindow(TEN, CONTEXT).withOpenWindow(TEN, TEN));
    assertThatIllegalArgumentException().isThrownBy(() -> Position.of(1, -1, CONTEXT));
  }
}
