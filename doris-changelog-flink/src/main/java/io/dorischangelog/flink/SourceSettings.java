package io.dorischangelog.flink;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that travels with a job to its readers and its enumerator.
 *
 * @param scan fills in the options of the scan
 * @param columns the columns to read; empty: all
 * @param mode where to begin and to end
 * @param pollInterval between two looks for new changes
 * @param offsets where progress is published, or null
 * @param neverRelax whether an inexact snapshot must be asked for by name, because wrong rows would
 *     be retracted
 * @param snapshotOnStreamReader whether one reader reads the snapshot and the changes, so that no
 *     checkpoint is waited for in between
 * @param watermarks whether ends of windows become watermarks
 */
record SourceSettings(
    ScanSetup scan,
    List<String> columns,
    ScanMode mode,
    Duration pollInterval,
    @Nullable OffsetSettings offsets,
    boolean neverRelax,
    boolean snapshotOnStreamReader,
    boolean watermarks)
    implements Serializable {

  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);

  SourceSettings {
    columns = List.copyOf(columns);
    if (pollInterval.compareTo(SHORTEST_POLL) < 0) {
      throw new IllegalArgumentException(
          "pollInterval = '" + pollInterval + "' must be 1 second or more");
    }
    if (offsets != null && !mode.hasChanges()) {
      throw new IllegalArgumentException(
          "an offset table is for modes that read changes; scan mode snapshot has no progress to"
              + " save");
    }
  }

  ScanOptions scanOptions() {
    ScanOptionsBuilder builder = ScanOptions.builder().tabletsPerSplit(1);
    scan.apply(builder);
    if (!columns.isEmpty()) {
      builder.columns(columns);
    }
    return builder.build();
  }
}
