package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.wire.RandomColumn;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Tables of random columns, nested ones to depth 3, loaded over HTTP with random values: all of
 * them arrive, from every server, in snapshot and changes. The seed that is printed repeats all
 * choices.
 */
class RandomTablesTest {
  private static final String NAME = "test.random";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void everyValueOfEveryTableArrives(
      @ForAll long seed,
      @ForAll ServerForm form,
      @ForAll @IntRange(min = 1, max = 12) int columnCount,
      @ForAll @IntRange(min = 1, max = 40) int rowCount)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    List<RandomColumn> columns =
        IntStream.range(0, columnCount)
            .mapToObj(i -> new RandomColumn(random, "c" + i, rowCount))
            .toList();
    ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
    try (DorisTestServer server = form.server().clock(clock).start()) {
      Instant start = clock.instant();
      server.execute("CREATE DATABASE test");
      server.execute(create(columns, form));
      load(server, columns, rowCount);
      clock.advance(Duration.ofSeconds(1));
      try (ChangelogReader reader = reader(server, ScanMode.snapshot())) {
        assertRows(reader, columns, rowCount);
      }
      try (ChangelogReader reader =
          reader(server, ScanMode.fromTimestamp(start).until(clock.instant()))) {
        assertCells(reader, columns, rowCount);
      }
    }
  }

  private static String create(List<RandomColumn> columns, ServerForm form) {
    return columns.stream()
        .map(column -> column.field().getName() + " " + column.type())
        .collect(
            Collectors.joining(
                ", ",
                "CREATE TABLE " + NAME + " (id INT NOT NULL, ",
                ") UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 3 PROPERTIES ("
                    + form.properties()
                    + ")"));
  }

  private static void load(DorisTestServer server, List<RandomColumn> columns, int rows)
      throws IOException, InterruptedException {
    String content =
        IntStream.range(0, rows)
            .mapToObj(
                row ->
                    columns.stream()
                        .map(
                            column ->
                                "\""
                                    + column.field().getName()
                                    + "\":"
                                    + JsonText.of(column.expected().get(row)))
                        .collect(Collectors.joining(",", "{\"id\":" + row + ",", "}")))
            .collect(Collectors.joining(",", "[", "]"));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + server.httpAddress() + "/api/test/random/_stream_load"))
            .header("Authorization", "Basic cm9vdDo=")
            .header("format", "json")
            .PUT(BodyPublishers.ofString(content))
            .build();
    assertThat(CLIENT.send(request, BodyHandlers.ofString()).body())
        .contains("\"Status\":\"Success\"");
  }

  private static ChangelogReader reader(DorisTestServer server, ScanMode mode) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(NAME)
        .scanMode(mode)
        .batchSize(16)
        .build();
  }

  private static void assertRows(ChangelogReader reader, List<RandomColumn> columns, int rows) {
    int read = 0;
    while (reader.hasNext()) {
      Change change = reader.next();
      int id = change.row().getInt("id");
      for (int i = 0; i < columns.size(); i++) {
        assertThat(change.row().getObject(i + 1)).isEqualTo(columns.get(i).expected().get(id));
      }
      read++;
    }
    assertThat(read).isEqualTo(rows);
  }

  private static void assertCells(ChangelogReader reader, List<RandomColumn> columns, int rows) {
    int read = 0;
    boolean ended = false;
    while (!ended) {
      ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
      ChangeCursor row = batch.cursor();
      while (row.next()) {
        int id = row.getInt(0);
        for (int i = 0; i < columns.size(); i++) {
          assertThat(CursorCell.value(row, i + 1, columns.get(i).type()))
              .isEqualTo(columns.get(i).expected().get(id));
        }
      }
      read += batch.rowCount();
      ended = batch.endsWindow();
    }
    assertThat(read).isEqualTo(rows);
  }
}
