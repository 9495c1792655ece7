package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.scan.ScanOptions;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;

class ReadOptionsTest {
  private static final String SECRET = "p4ss-w0rd";

  @Test
  void timesAreReadInTheGivenZoneOrTheServers() {
    Map<String, String> from =
        Map.of(
            "source.scan.mode", "from-timestamp", "source.scan.timestamp", "2026-10-09 10:00:00");
    assertThat(read(from).scanMode(() -> ZoneId.of("Asia/Shanghai")))
        .isEqualTo(ScanMode.fromTimestamp(Instant.parse("2026-10-09T02:00:00Z")));
    Map<String, String> zoned = new HashMap<>(from);
    zoned.put("source.scan.time-zone", "UTC");
    assertThat(read(zoned).scanMode(() -> ZoneId.of("Asia/Shanghai")))
        .isEqualTo(ScanMode.fromTimestamp(Instant.parse("2026-10-09T10:00:00Z")));
  }

  @Test
  void aLocalTimeThatExistsTwiceIsRefused() {
    ReadOptions read =
        read(
            Map.of(
                "source.scan.mode",
                "from-timestamp",
                "source.scan.timestamp",
                "2026-10-25 02:30:00"));
    assertThatThrownBy(() -> read.scanMode(() -> ZoneId.of("Europe/Berlin")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("source.scan.timestamp")
        .hasMessageContaining("exists twice");
  }

  @Test
  void rulesBetweenOptionsNameTheKey() {
    refused("source.scan.timestamp", Map.of("source.scan.mode", "from-timestamp"));
    refused("source.scan.timestamp", Map.of("source.scan.timestamp", "2026-10-09 10:00:00"));
    refused("source.scan.mode", Map.of("source.scan.mode", "from_timestamp"));
    refused("source.changelog.poll-interval", Map.of("source.changelog.poll-interval", "500ms"));
    refused("source.changelog.consumer-id", Map.of("source.changelog.consumer-id", "me"));
    refused(
        "jdbc-url",
        Map.of(
            "source.scan.mode", "latest",
            "source.changelog.offset-table", "ops.o",
            "source.changelog.consumer-id", "me"));
  }

  @Test
  void olderNamesOfOptionsAreUnderstood() {
    assertThat(read(Map.of("source.binlog.poll-interval", "3 s")).pollInterval()).hasSeconds(3);
  }

  @Test
  void valuesForTheScanAreCheckedAndNameTheKey() {
    assertThatThrownBy(() -> scan(Map.of("source.changelog.increment-type", "all")))
        .hasMessageContaining("source.changelog.increment-type")
        .hasMessageContaining("min_delta");
    assertThatThrownBy(() -> scan(Map.of("source.use-flight-sql", "false")))
        .hasMessageContaining("source.use-flight-sql");
    assertThatThrownBy(() -> scan(Map.of("source.address-map", "a:1")))
        .hasMessageContaining("source.address-map");
  }

  @Test
  void thePasswordIsNotPrinted() {
    Configuration options = options(Map.of());
    assertThat(new OptionsSetup(options) + " " + new ReadOptions(options) + scan(Map.of()))
        .doesNotContain(SECRET);
  }

  private static void refused(String key, Map<String, String> options) {
    assertThatThrownBy(() -> read(options))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(key);
  }

  private static ReadOptions read(Map<String, String> more) {
    return new ReadOptions(options(more));
  }

  private static ScanOptions scan(Map<String, String> more) {
    var builder = ScanOptions.builder();
    new OptionsSetup(options(more)).apply(builder);
    return builder.build();
  }

  private static Configuration options(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("fenodes", "127.0.0.1:8030");
    all.put("table.identifier", "test.t");
    all.put("username", "root");
    all.put("password", SECRET);
    return Configuration.fromMap(all);
  }
}
