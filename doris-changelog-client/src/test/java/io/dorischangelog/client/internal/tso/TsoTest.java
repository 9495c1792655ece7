package io.dorischangelog.client.internal.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TsoTest {

  @Test
  void theMillisecondIsInTheHigh46Bits() {
    long tso = Tso.compose(1760000000123L, 1);

    assertThat(tso).isEqualTo(461373440032243713L);
    assertThat(Tso.physicalMillis(tso)).isEqualTo(1760000000123L);
    assertThat(Tso.counter(tso)).isEqualTo(1);
    assertThat(Tso.instant(tso)).isEqualTo(Instant.ofEpochMilli(1760000000123L));
  }

  @Test
  void theLastBeforeAMillisecondBelongsToTheOneBefore() {
    Instant second = Instant.parse("2026-10-01T10:00:00Z");
    long last = Tso.lastBefore(second);

    assertThat(last).isEqualTo(Tso.compose(second.toEpochMilli() - 1, Tso.MAX_COUNTER));
    assertThat(last + 1).isEqualTo(Tso.firstAt(second));
  }

  @Test
  void timesBeforeTheEpochStayInOrder() {
    Instant moon = Instant.parse("1969-07-20T20:17:40Z");

    assertThat(Tso.instant(Tso.firstAt(moon))).isEqualTo(moon);
    assertThat(Tso.firstAt(moon)).isLessThan(Tso.lastBefore(Instant.EPOCH));
    assertThat(Tso.lastBefore(Instant.EPOCH)).isEqualTo(-1);
  }

  @Test
  void whatDoesNotFitItsBitsIsRefused() {
    assertThat(Tso.physicalMillis(Tso.compose(Tso.MAX_MILLIS, 0))).isEqualTo(Tso.MAX_MILLIS);
    assertThat(Tso.physicalMillis(Tso.compose(Tso.MIN_MILLIS, 0))).isEqualTo(Tso.MIN_MILLIS);
    assertThatIllegalArgumentException().isThrownBy(() -> Tso.compose(Tso.MAX_MILLIS + 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Tso.compose(Tso.MIN_MILLIS - 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Tso.compose(0, Tso.MAX_COUNTER + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Tso.compose(0, -1));
  }
}
