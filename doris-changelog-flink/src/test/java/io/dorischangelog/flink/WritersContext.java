package io.dorischangelog.flink;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.testframe.external.ExternalSystemSplitDataWriter;
import org.apache.flink.connector.testframe.external.source.DataStreamSourceExternalContext;
import org.apache.flink.connector.testframe.external.source.TestingSourceSettings;

/**
 * A table on a stand-in, for Flink's own test suite. What the suite calls a split is a writer here:
 * several write into one table, each in transactions of its own, and the rows of each must come out
 * in order.
 */
final class WritersContext implements DataStreamSourceExternalContext<String> {
  private static final int ROWS_PER_TRANSACTION = 7;

  private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final DorisTestServer server = DorisTestServer.start();
  private final AtomicInteger lastId = new AtomicInteger();

  WritersContext() {
    server.execute("CREATE DATABASE test");
    server.execute(
        "CREATE TABLE test.t (id INT, value VARCHAR(200)) UNIQUE KEY(id) DISTRIBUTED BY HASH(id)"
            + " BUCKETS 3 PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\","
            + " \"changelog.need_historical_value\" = \"true\")");
  }

  @Override
  public Source<String, ?, ?> createSource(TestingSourceSettings settings) {
    String frontEnds = server.httpAddress();
    ScanMode all = ScanMode.fromTimestamp(start);
    ScanMode wanted =
        settings.getBoundedness() == Boundedness.BOUNDED
            ? all.until(Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1))
            : all;
    return DorisChangelogSource.builder(
            scan -> scan.frontEnds(frontEnds).username("root").password("").table("test.t"),
            new ValueOf("value"))
        .scanMode(wanted)
        .pollInterval(Duration.ofSeconds(1))
        .build();
  }

  @Override
  public ExternalSystemSplitDataWriter<String> createSourceSplitDataWriter(
      TestingSourceSettings settings) {
    return new Writer();
  }

  @Override
  public List<String> generateTestData(TestingSourceSettings settings, int writer, long seed) {
    int count = 40 + new Random(seed).nextInt(40);
    List<String> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add("writer " + writer + ", row " + i + " of " + seed);
    }
    return rows;
  }

  @Override
  public TypeInformation<String> getProducedType() {
    return Types.STRING;
  }

  @Override
  public List<URL> getConnectorJarPaths() {
    return List.of();
  }

  @Override
  public void close() {
    server.close();
  }

  @Override
  public String toString() {
    return "several writers into one table";
  }

  private final class Writer implements ExternalSystemSplitDataWriter<String> {
    @Override
    public void writeRecords(List<String> rows) {
      for (int from = 0; from < rows.size(); from += ROWS_PER_TRANSACTION) {
        List<String> some = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_TRANSACTION));
        server.execute(
            some.stream()
                .map(row -> "(" + lastId.incrementAndGet() + ", '" + row + "')")
                .collect(Collectors.joining(", ", "INSERT INTO test.t VALUES ", "")));
      }
    }

    @Override
    public void close() {}
  }
}
