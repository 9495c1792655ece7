package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerZoneTest {

  @ParameterizedTest
  @CsvSource({
    "UTC, 2026-10-01 10:00:00",
    "CST, 2026-10-01 18:00:00",
    "PRC, 2026-10-01 18:00:00",
    "Asia/Shanghai, 2026-10-01 18:00:00",
    "+08:00, 2026-10-01 18:00:00",
    "+8:00, 2026-10-01 18:00:00",
    "-05:30, 2026-10-01 04:30:00",
    "America/New_York, 2026-10-01 06:00:00",
    "gmt, 2026-10-01 10:00:00"
  })
  void textIsInTheZoneOfThatName(String zone, String text) {
    Instant ten = Instant.parse("2026-10-01T10:00:00Z");

    assertThat(ServerZone.named(zone).format(ten)).isEqualTo(text);
    assertThat(ServerZone.named(zone).parse(text)).contains(ten);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SYSTEM", "BST", "IST", "", "Mars/Base", "+25:00"})
  void otherNamesAreRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerZone.named(name))
        .withMessageContaining("'" + name + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "-1",
        "0000-00-00 00:00:00",
        "2026-02-29 00:00:00",
        "2026-10-01",
        "2026-10-01T10:00:00",
        "9223372036854775807",
        "9999-12-31 23:59:59",
        "2026-10-01 24:00:00",
        "2026-10-01 10:00:00Z"
      })
  void whatIsNoTimeIsNone(String text) {
    assertThat(ServerZone.named("UTC").parse(text)).isEmpty();
  }

  @Test
  void timesBeforeAnyChangeAreKeptOrRaisedToTheEarliest() {
    ServerZone utc = ServerZone.named("UTC");

    assertThat(utc.parse("0")).contains(Instant.EPOCH);
    assertThat(utc.parse("1969-12-31 23:59:59")).contains(Instant.EPOCH.minusSeconds(1));
    assertThat(utc.parse("0001-01-01 00:00:00").orElseThrow())
        .isAfter(Instant.parse("0854-01-01T00:00:00Z"));
    assertThat(utc.parse("2026-10-01 10:00:00.999"))
        .contains(Instant.parse("2026-10-01T10:00:00Z"));
  }

  @Property
  void whatIsReadBackIsNeverLaterAndAtMostAnHourEarlier(
      @ForAll @LongRange(min = 1_000_000_000L, max = 2_000_000_000L) long second) {
    Instant instant = Instant.ofEpochSecond(second);
    for (String name : new String[] {"UTC", "Europe/Berlin", "Australia/Lord_Howe", "CST"}) {
      ServerZone zone = ServerZone.named(name);
      Instant again = zone.parse(zone.format(instant)).orElseThrow();

      assertThat(again).isBetween(instant.minusSeconds(3600), instant);
    }
    assertThat(ZoneId.getAvailableZoneIds()).contains("Asia/Shanghai");
  }
}
