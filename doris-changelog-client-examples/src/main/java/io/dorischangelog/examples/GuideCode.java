package io.dorischangelog.examples;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.offset.FileOffsetStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The loops that README and guide show; a test compares the texts. */
final class GuideCode {
  private final Map<Integer, Row> target = new TreeMap<>();
  private long sum;

  void readme() {
    try (ChangelogReader reader =
        ChangelogReader.builder()
            .frontEnds("127.0.0.1:8030")
            .username("root")
            .password("")
            .table("test.student_changelog_source")
            .scanMode(ScanMode.initial()) // rows first, then changes
            .offsetStore(FileOffsetStore.in(Path.of("offsets")), "student-sync")
            .build()) {
      while (reader.hasNext()) {
        Change change = reader.next(); // +I {id=2, name=Bob, age=20}
        apply(change.kind(), change.row());
        reader.commit();
      }
    }
  }

  void rowByRow(ChangelogReader reader) {
    while (reader.hasNext()) {
      Change change = reader.next();
      switch (change.kind()) {
        case SNAPSHOT, INSERT, UPSERT, UPDATE_AFTER -> put(change.row());
        case UPDATE_BEFORE -> {}
        case DELETE -> remove(change.row());
      }
      reader.commit();
    }
  }

  void inBatches(ChangelogReader reader) {
    int amount = reader.schema().indexOf("amount");
    ChangeBatch batch = reader.poll(Duration.ofSeconds(1)); // never null, perhaps empty
    ChangeCursor row = batch.cursor();
    while (row.next()) {
      sum += row.getLong(amount);
    }
    reader.commit(batch.end());
  }

  long sum() {
    return sum;
  }

  private void apply(ChangeKind kind, Row row) {
    if (kind == ChangeKind.DELETE) {
      remove(row);
    } else if (kind != ChangeKind.UPDATE_BEFORE) {
      put(row);
    }
  }

  private void put(Row row) {
    target.put(row.getInt("id"), row);
  }

  private void remove(Row row) {
    target.remove(row.getInt("id"));
  }
}
