package io.dorischangelog.flink;

import io.dorischangelog.client.ScanMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link DorisChangelogSource}. Wrong values are refused when they are set or by {@link
 * #build}. Not thread-safe.
 *
 * @param <T> type of the records
 */
public final class DorisChangelogSourceBuilder<T> {
  private final ScanSetup scan;
  private final ChangeConverter<T> converter;
  private List<String> columns = List.of();
  private ScanMode mode = ScanMode.snapshot();
  private Duration pollInterval = Duration.ofSeconds(10);
  private @Nullable OffsetSettings offsets;
  private boolean neverRelax;
  private boolean snapshotOnStreamReader;
  private boolean watermarks = true;

  DorisChangelogSourceBuilder(ScanSetup scan, ChangeConverter<T> converter) {
    this.scan = scan;
    this.converter = converter;
  }

  /** Where to begin and to end; default: the present snapshot. */
  public DorisChangelogSourceBuilder<T> scanMode(ScanMode newMode) {
    mode = newMode;
    return this;
  }

  /** Time between two looks for new changes, a second or more; default 10 s. */
  public DorisChangelogSourceBuilder<T> pollInterval(Duration interval) {
    pollInterval = interval;
    return this;
  }

  /**
   * Publishes progress in a Doris table, and begins behind what is published there. MySQL's JDBC
   * driver must be on the class path of the job.
   *
   * <pre>{@code
   * .offsetTable(
   *     store -> store.jdbcUrl("jdbc:mysql://127.0.0.1:9030").username("sync").table("ops.offsets"),
   *     "student-sync")
   * }</pre>
   *
   * @param store describes the table, which must exist
   * @param consumer name of the job in the table
   */
  public DorisChangelogSourceBuilder<T> offsetTable(OffsetSetup store, String consumer) {
    return offsets(new OffsetSettings(store, consumer));
  }

  /**
   * Lets one reader read the snapshot and the changes, so that the changes need not wait for a
   * checkpoint. Needed without checkpoints, and with unaligned ones, which do not wait for rows on
   * their way. Default false.
   */
  public DorisChangelogSourceBuilder<T> snapshotOnStreamReader(boolean oneReader) {
    snapshotOnStreamReader = oneReader;
    return this;
  }

  /** Whether ends of read windows become watermarks; default true. */
  public DorisChangelogSourceBuilder<T> watermarks(boolean emit) {
    watermarks = emit;
    return this;
  }

  DorisChangelogSourceBuilder<T> columns(List<String> names) {
    columns = names;
    return this;
  }

  DorisChangelogSourceBuilder<T> offsets(@Nullable OffsetSettings settings) {
    offsets = settings;
    return this;
  }

  DorisChangelogSourceBuilder<T> neverRelax(boolean never) {
    neverRelax = never;
    return this;
  }

  /**
   * The source; no server is asked yet.
   *
   * @throws IllegalArgumentException naming the setting that is missing or wrong
   */
  public DorisChangelogSource<T> build() {
    SourceSettings settings =
        new SourceSettings(
            scan,
            columns,
            mode,
            pollInterval,
            offsets,
            neverRelax,
            snapshotOnStreamReader,
            watermarks);
    settings.scanOptions();
    if (offsets != null) {
      offsets.describe();
    }
    return new DorisChangelogSource<>(settings, converter);
  }
}
