package io.dorischangelog.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.CapturedLog;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.scan.ColumnPredicate.Operator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "2026-10-25 02:30:00, exists twice",
    "2026-03-29 02:30:00, does not exist",
    "2026-99-99 00:00:00, no time",
    "2026-10-09T10:00:00, no time"
  })
  void aTimeThatIsNoSingleMomentIsRefused(String time, String why) {
    ReadOptions read =
        read(Map.of("source.scan.mode", "from-timestamp", "source.scan.timestamp", time));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read.scanMode(() -> ZoneId.of("Europe/Berlin")))
        .withMessageContaining("source.scan.timestamp")
        .withMessageContaining(why);
  }

  @Test
  void theEndMakesAReadBounded() {
    ReadOptions read =
        read(
            Map.of(
                "source.scan.mode", "initial",
                "source.scan.end-timestamp", "2026-10-09 10:00:00",
                "source.scan.time-zone", "UTC"));
    assertThat(read.isBounded()).isTrue();
    assertThat(read.scanMode(() -> ZoneId.of("UTC")))
        .isEqualTo(ScanMode.initial().until(Instant.parse("2026-10-09T10:00:00Z")));
    assertThat(read(Map.of("source.scan.mode", "latest")).isBounded()).isFalse();
  }

  @Test
  void rulesBetweenOptionsNameTheKey() {
    refused("source.scan.timestamp", Map.of("source.scan.mode", "from-timestamp"));
    refused("source.scan.timestamp", Map.of("source.scan.timestamp", "2026-10-09 10:00:00"));
    refused("source.scan.mode", Map.of("source.scan.mode", "from_timestamp"));
    refused("source.changelog.poll-interval", Map.of("source.changelog.poll-interval", "500ms"));
    refused("source.changelog.consumer-id", Map.of("source.changelog.consumer-id", "me"));
    refused("source.changelog.offset-table", Map.of("source.changelog.offset-table", "ops.o"));
    refused("jdbc-url", offsets("latest", "me", false));
    refused("source.scan.mode = snapshot", offsets("snapshot", "me", true));
    refused("source.changelog.consumer-id", offsets("latest", "ü".repeat(129), true));
    refused(
        "source.scan.end-timestamp",
        Map.of("source.scan.mode", "latest", "source.scan.end-timestamp", "2026-10-09 10:00:00"));
  }

  private static Map<String, String> offsets(String mode, String consumer, boolean jdbc) {
    Map<String, String> options = new HashMap<>();
    options.put("source.scan.mode", mode);
    options.put("source.changelog.offset-table", "ops.o");
    options.put("source.changelog.consumer-id", consumer);
    if (jdbc) {
      options.put("jdbc-url", "jdbc:mysql://127.0.0.1:9030");
    }
    return options;
  }

  @Test
  void whatWasUnderstoodTravelsToWhereTheReadRunsAndIsNotToldTwice() throws Exception {
    ReadOptions read = read(Map.of("source.binlog.poll-interval", "3 s", "sink.parallelism", "2"));
    try (CapturedLog log = CapturedLog.begin()) {
      ReadOptions there = sent(read);
      assertThat(there.pollInterval()).hasSeconds(3);
      assertThat(there.get("password")).contains(SECRET);
      assertThat(there.get("source.binlog.poll-interval")).isEmpty();
      assertThat(there.get("sink.parallelism")).isEmpty();
      assertThat(log.text()).isEmpty();
    }
  }

  private static ReadOptions sent(ReadOptions read) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(read);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (ReadOptions) in.readObject();
    }
  }

  @Test
  void oneMoreConditionIsPutBesideTheFilter() {
    ColumnPredicate adult = new ColumnPredicate.Comparison("age", Operator.GREATER, 17);
    ReadOptions all = read(Map.of());
    assertThat(all.filter()).isEmpty();
    assertThat(all.filteredBy(adult).filter()).contains("`age` > 17");
    assertThat(read(Map.of("doris.filter.query", "id = 1 OR id = 2")).filteredBy(adult).filter())
        .contains("(id = 1 OR id = 2) AND (`age` > 17)");
    assertThat(all.filter()).isEmpty();
  }

  @Test
  void theOffsetTableIsReachedAsEncryptedAsTheFrontEnds() {
    assertThat(read(Map.of()).jdbcTls()).isEmpty();
    assertThat(read(Map.of("doris.enable.tls", "true")).jdbcTls()).isPresent();
    assertThat(
            read(Map.of("doris.enable.tls", "true", "doris.tls.excluded-protocols", "http, MySQL"))
                .jdbcTls())
        .isEmpty();
  }

  @Test
  void olderNamesAreUnderstoodAndNotBesideTheNewOnes() {
    assertThat(read(Map.of("source.binlog.poll-interval", "3 s")).pollInterval()).hasSeconds(3);
    refused(
        "source.changelog.poll-interval",
        Map.of("source.binlog.poll-interval", "3s", "source.changelog.poll-interval", "3s"));
  }

  @Test
  void optionsOfOtherPartsOfTheOfficialConnectorAreIgnoredAndUnknownOnesRefused() {
    read(Map.of("sink.label-prefix", "x", "benodes", "127.0.0.1:8040"));
    refused("source.scan.mod", Map.of("source.scan.mod", "initial"));
    assertThat(ReadOptions.optionalKeys()).contains("benodes", "source.binlog.consumer-id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source.changelog.increment-type|all|min_delta",
        "source.scan.snapshot-consistency|loose|relaxed",
        "source.changelog.on-loss|ignore|skip",
        "source.use-flight-sql|false|Flight",
        "source.use-flight-sql|maybe|neither true nor false",
        "source.address-map|a:1|advertised=reachable",
        "source.flight-sql-port|70000|65535",
        "source.changelog.max-window|0s|1 second",
        "source.changelog.visible-wait-timeout|-1s|duration",
        "source.fetch.max-bytes|64 parsecs|unit",
        "doris.exec.mem.limit|9999999999999tb|overflow",
        "doris.request.tablet.size|0|1 or more",
        "doris.tls.skip-hostname-verification|true|always checked",
        "doris.enable.tls|on|neither true nor false",
        "doris.filter.query|1; DROP TABLE t|doris.filter.query"
      })
  void aValueThatCannotBeMeantIsRefusedWithItsKey(String key, String value, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(key, value)))
        .withMessageContaining(key)
        .withMessageContaining(rule);
  }

  @Test
  void valuesReachTheScan() {
    ScanOptions scan =
        scan(
            Map.of(
                "source.changelog.increment-type", "MIN_DELTA",
                "source.scan.snapshot-consistency", "Exact",
                "doris.request.read.timeout", "5 min",
                "doris.exec.mem.limit", "8192mb",
                "source.fetch.max-bytes", "2097152",
                "doris.request.retries", "7"));
    assertThat(scan.incrementType()).isEqualTo(IncrementType.MIN_DELTA);
    assertThat(scan.snapshotConsistency()).isEqualTo(SnapshotConsistency.EXACT);
    assertThat(scan.limits().readTimeout()).hasMinutes(5);
    assertThat(scan.limits().execMemLimitBytes()).isEqualTo(8L << 30);
    assertThat(scan.limits().fetchMaxBytes()).isEqualTo(2L << 20);
    assertThat(scan.limits().retries()).isEqualTo(7);
    assertThat(scan.tabletsPerSplit()).isEqualTo(OptionalInt.of(1));
  }

  @Test
  void filesForTlsAreReadAtOnceAndOnlyIfItIsOn() {
    read(Map.of("doris.enable.tls", "false", "doris.tls.ca-certificate-path", "missing.pem"));
    refused(
        "missing.pem",
        Map.of("doris.enable.tls", "true", "doris.tls.ca-certificate-path", "missing.pem"));
    refused(
        "doris.tls.client-key-path",
        Map.of("doris.enable.tls", "true", "doris.tls.client-certificate-path", "c.pem"));
    refused(
        "doris.tls.excluded-protocols",
        Map.of("doris.enable.tls", "true", "doris.tls.excluded-protocols", "http;ftp"));
    read(Map.of("doris.enable.tls", "true", "doris.tls.excluded-protocols", "mysql,thrift"));
  }

  @Test
  void requiredOptionsAreMissed() {
    for (String key : Set.of("fenodes", "table.identifier", "username", "password")) {
      Map<String, String> options = new HashMap<>(required());
      options.remove(key);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ReadOptions.of(options))
          .withMessageContaining("'" + key + "': is required");
    }
  }

  @Test
  void thePasswordIsNotPrinted() {
    assertThat(read(Map.of()) + " " + scan(Map.of())).doesNotContain(SECRET);
  }

  private static void refused(String key, Map<String, String> options) {
    assertThatIllegalArgumentException().isThrownBy(() -> read(options)).withMessageContaining(key);
  }

  private static ReadOptions read(Map<String, String> more) {
    Map<String, String> options = new HashMap<>(required());
    options.putAll(more);
    return ReadOptions.of(options);
  }

  private static ScanOptions scan(Map<String, String> more) {
    ScanOptionsBuilder builder = ScanOptions.builder();
    read(more).applyTo(builder);
    return builder.build();
  }

  private static Map<String, String> required() {
    return Map.of(
        "fenodes", "127.0.0.1:8030",
        "table.identifier", "test.t",
        "username", "root",
        "password", SECRET);
  }
}
