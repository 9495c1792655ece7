package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class VariablesAndZonesTest {

  @Test
  void aTimeInAGapMovesForwardAndADoubledOneIsTheEarlier() {
    ZoneId newYork = ZoneId.of("America/New_York");
    assertThat(SecondText.parse("2026-03-08 02:30:00", newYork))
        .contains(Instant.parse("2026-03-08T07:30:00Z"));
    assertThat(SecondText.parse("2026-11-01 01:30:00", newYork))
        .contains(Instant.parse("2026-11-01T05:30:00Z"));
    assertThat(SecondText.parse("2026-02-30 00:00:00", newYork)).isEmpty();
  }

  @Test
  void offsetsGetTwoDigitsAndStayInTheirRange() {
    assertThat(TimeZones.standardForm("-3:30")).isEqualTo("-03:30");
    assertThat(TimeZones.standardForm("14:00")).isEqualTo("+14:00");
    assertThat(TimeZones.standardForm("Europe/Berlin")).isEqualTo("Europe/Berlin");
    for (String wrong : new String[] {"+14:01", "-12:30", "+01:60", "Nowhere/Land", ""}) {
      assertThatThrownBy(() -> TimeZones.standardForm(wrong))
          .as(wrong)
          .isInstanceOf(DorisException.class);
    }
  }
}
