package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.wire.WireBatch;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times far out, in each unit, whatever zone and locale the JVM has. */
class Case03TemporalExtremesTest {

  private static final ArrowType DAYS = new ArrowType.Date(DateUnit.DAY);

  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();

  @AfterEach
  void restoreZoneAndLocale() {
    TimeZone.setDefault(zone);
    Locale.setDefault(locale);
  }

  @ParameterizedTest
  @CsvSource({
    "UTC,en-US",
    "America/New_York,tr-TR",
    "Asia/Shanghai,th-TH-u-ca-buddhist",
    "Pacific/Apia,ar"
  })
  void datesAreProlepticGregorianInEveryZoneAndLocale(String jvmZone, String jvmLocale) {
    TimeZone.setDefault(TimeZone.getTimeZone(jvmZone));
    Locale.setDefault(Locale.forLanguageTag(jvmLocale));
    try (WireBatch batch =
        new WireBatch()
            .column("d", DAYS, -719528, -719162, -141438, -141432, -141427, -1, 0, 2932896, null)) {
      assertThat(batch.values("d", "date"))
          .containsExactly(
              LocalDate.of(0, 1, 1),
              LocalDate.of(1, 1, 1),
              LocalDate.of(1582, 10, 4),
              LocalDate.of(1582, 10, 10),
              LocalDate.of(1582, 10, 15),
              LocalDate.of(1969, 12, 31),
              LocalDate.of(1970, 1, 1),
              LocalDate.of(9999, 12, 31),
              null);
    }
    assertThat(dateTimes(TimeUnit.MICROSECOND, -876544L, 253402300799999999L))
        .map(Object::toString)
        .containsExactly("1969-12-31T23:59:59.123456", "9999-12-31T23:59:59.999999");
  }

  @Test
  void secondsBelowZeroRoundDown() {
    assertThat(dateTimes(TimeUnit.SECOND, -1L, -2208988800L, 253402300799L))
        .containsExactly(
            LocalDateTime.parse("1969-12-31T23:59:59"),
            LocalDateTime.parse("1900-01-01T00:00:00"),
            LocalDateTime.parse("9999-12-31T23:59:59"));
  }

  @Test
  void millisecondsBelowZeroRoundDown() {
    assertThat(dateTimes(TimeUnit.MILLISECOND, -877L, -1L, 0L))
        .containsExactly(
            LocalDateTime.parse("1969-12-31T23:59:59.123"),
            LocalDateTime.parse("1969-12-31T23:59:59.999"),
            LocalDateTime.parse("1970-01-01T00:00:00"));
  }

  @Test
  void microsecondsBelowZeroRoundDown() {
    assertThat(
            dateTimes(TimeUnit.MICROSECOND, -876544L, -1L, -2208988799999999L, 253402300799999999L))
        .containsExactly(
            LocalDateTime.parse("1969-12-31T23:59:59.123456"),
            LocalDateTime.parse("1969-12-31T23:59:59.999999"),
            LocalDateTime.parse("1900-01-01T00:00:00.000001"),
            LocalDateTime.parse("9999-12-31T23:59:59.999999"));
  }

  @Test
  void aWrongDayOfTheServerIsNotCorrected() {
    try (WireBatch batch = new WireBatch().column("d", DAYS, -719527)) {
      assertThat(batch.values("d", "date")).containsExactly(LocalDate.of(0, 1, 2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-01-01", "1582-10-10", "9999-12-31"})
  void datesSentAsTextAreTheSame(String text) {
    try (WireBatch batch = new WireBatch().column("d", WireBatch.UTF8, text)) {
      assertThat(batch.values("d", "date")).containsExactly(LocalDate.parse(text));
    }
  }

  private static List<Object> dateTimes(TimeUnit unit, Long... values) {
    try (WireBatch batch =
        new WireBatch().column("c", new ArrowType.Timestamp(unit, "UTC"), (Object[]) values)) {
      return batch.values("c", "datetime(6)");
    }
  }
}
