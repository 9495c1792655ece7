package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.internal.tso.Tso;
import java.time.Instant;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(PositionDomain.class)
@Domain(DomainContext.Global.class)
class PositionPropertyTest {

  @Property
  void theOrderIsTotalAndConsistentWithEquals(
      @ForAll Position a, @ForAll Position b, @ForAll Position c) {
    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
    assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
    if (a.equals(b)) {
      assertThat(a).hasSameHashCodeAs(b);
    }
    if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
      assertThat(a).isLessThanOrEqualTo(c);
    }
  }

  @Property
  void theTextGivesThePositionAndAllItCarriesAgain(@ForAll Position position) {
    Position again = Position.parse(position.toText());

    assertThat(again).isEqualTo(position).isEqualByComparingTo(position);
    assertThat(again.context()).isEqualTo(position.context());
    assertThat(again.toText()).isEqualTo(position.toText());
    assertThat(position.toText()).doesNotContain("\n", "\r");
  }

  @Property
  void aTextThatWasCutOffIsRefused(
      @ForAll Position position, @ForAll @IntRange(max = 400) int cut) {
    String text = position.toText();
    Assume.that(cut < text.length());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.parse(text.substring(0, cut)))
        .withMessageContaining("not a position");
  }

  @Property
  void noGarbageIsAPositionAndNoneEndsInAnotherException(@ForAll String garbage) {
    assertThatIllegalArgumentException().isThrownBy(() -> Position.parse(garbage));
  }

  @Property
  void readingFromTheNextStartMissesNothingAndRepeatsLessThanASecond(@ForAll Position position) {
    Assume.that(position.tso() < Tso.firstAt(Instant.ofEpochMilli(Tso.MAX_MILLIS)));
    Assume.that(position.tso() > Tso.firstAt(Instant.ofEpochMilli(Tso.MIN_MILLIS + 1000)));
    long firstRead = Tso.firstAt(position.nextStart());
    boolean partOfItIsLeft = !position.isComplete() && !position.isSnapshot();
    long firstUndone = partOfItIsLeft ? position.tso() : position.tso() + 1;

    assertThat(firstRead).isLessThanOrEqualTo(firstUndone);
    assertThat(Tso.physicalMillis(firstUndone) - Tso.physicalMillis(firstRead)).isBetween(0L, 999L);
    assertThat(Position.startingAt(position.nextStart(), position.table()))
        .isLessThanOrEqualTo(Position.complete(firstUndone - 1, position.context()));
  }

  @Property
  void aSecondIsKeptExactly(@ForAll @IntRange(min = -1_000_000_000) int second) {
    Instant start = Instant.ofEpochSecond(second);

    assertThat(Position.startingAt(start, new TableId("a", "b")).nextStart()).isEqualTo(start);
  }
}
