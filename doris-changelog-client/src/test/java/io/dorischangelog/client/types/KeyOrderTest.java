package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rows of a commit that comes in parts are put in the order in which the server sends them
 * whole: a resumed read counts them.
 */
@ExtendWith(LeakCheck.class)
class KeyOrderTest {

  /** Key types with values in ascending order. */
  private static final List<String> KEYS =
      List.of(
          "BOOLEAN | false | true",
          "TINYINT | -128 | -1 | 0 | 127",
          "BIGINT | -9223372036854775808 | -1 | 9 | 10",
          "LARGEINT | -18446744073709551616 | -1 | 2 | 10 | 18446744073709551616",
          "DECIMAL(10,2) | -10.00 | -9.99 | 2.00 | 10.00",
          "DECIMAL(76,2) | -10.00 | -9.99 | 2.00 | 10.00",
          "DATE | 0000-01-01 | 1969-12-31 | 1970-01-01 | 9999-12-31",
          "DATETIME | 0000-01-01 00:00:01 | 1969-12-31 23:59:59 | 9999-12-31 00:00:00",
          "DATETIME(3) | 0000-01-01 00:00:01.1 | 1969-12-31 23:59:59 | 9999-12-31 00:00:00",
          "TIMESTAMP_NS | 1969-12-31 23:59:59 | 1970-01-01 00:00:00.000000001",
          "TIMESTAMPTZ(6) | 1969-12-31 23:59:59 | 1970-01-01 00:00:00.000001",
          "CHAR(8) | | A | Z | a | ü | 数 | 😀",
          "VARCHAR(8) | | A | Z | a | ü | 数 | 😀",
          "IPV4 | 0.0.0.0 | 9.0.0.0 | 10.0.0.0 | 127.255.255.255 | 128.0.0.0 | 255.255.255.255",
          "IPV6 | :: | ::2 | ::10 | 2:: | 10:: | fe80:: | ffff::",
          "UUID | 00000000-0000-0000-0000-000000000001 | 7fffffff-ffff-ffff-ffff-ffffffffffff"
              + " | 80000000-0000-0000-0000-000000000000 | ffffffff-0000-0000-0000-000000000000");

  static Stream<Arguments> keys() {
    return Stream.of(ServerForm.NEWEST, ServerForm.OLDEST)
        .flatMap(form -> KEYS.stream().map(key -> Arguments.of(form, key)));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void partsArePutInTheOrderOfTheServer(ServerForm form, String line) {
    List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    List<String> values = cells.subList(1, cells.size());
    ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
    Instant start = clock.instant();
    try (DorisTestServer server = form.server().clock(clock).start()) {
      server.execute("CREATE DATABASE test");
      server.execute(
          "CREATE TABLE test.k (k "
              + cells.get(0)
              + " NOT NULL, n INT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES ("
              + form.properties()
              + ")");
      server.execute(
          values.stream()
              .map(value -> "('" + value + "', " + values.indexOf(value) + ")")
              .collect(Collectors.joining(", ", "INSERT INTO test.k VALUES ", "")));
      clock.advance(Duration.ofSeconds(1));
      ScanMode mode = ScanMode.fromTimestamp(start).until(clock.instant());
      List<String> whole = read(server, mode);
      server.faults().onPlan().matching("ORDER BY").endpoints(EndpointShape.parts(2).reversed());
      assertThat(whole).hasSize(values.size());
      assertThat(read(server, mode)).isEqualTo(whole);
    }
  }

  private static List<String> read(DorisTestServer server, ScanMode mode) {
    try (ChangelogReader reader =
        ChangelogReader.builder()
            .frontEnds(server.httpAddress())
            .username("root")
            .password("")
            .table("test.k")
            .scanMode(mode)
            .build()) {
      return StudentTable.drain(reader);
    }
  }
}
