package io.dorischangelog.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Heap allocated per row: decoding from memory, and everything the reading thread does. */
final class Profile {
  private Profile() {}

  /** Measures and reports. */
  static void run(Settings settings, Report report) {
    try (SampleBatch sample = new SampleBatch()) {
      Decoding decoding = new Decoding(sample.batch(), settings);
      for (int warmUp = 0; warmUp < settings.warmUps(); warmUp++) {
        decoding.cursor();
        decoding.changes();
      }
      report.note("cursor, stepping: %.2f bytes/row", decoding.cursorBytesPerRow());
      report.note("cursor, with one object per batch: %.2f", decoding.cursor().bytesPerRow());
      report.note("Change: %.1f bytes/row", decoding.changes().bytesPerRow());
      List<String> classes = new ArrayList<>();
      sample
          .batch()
          .iterator()
          .next()
          .row()
          .columns()
          .forEach(column -> classes.add(column.name() + " " + column.javaType().getSimpleName()));
      report.note("values of a Change: %s", String.join(", ", classes));
    }
  }
}
