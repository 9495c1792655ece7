package io.dorischangelog.flink;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.scan.ScanOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.jspecify.annotations.Nullable;

/**
 * The rules between the options of a WITH clause that are Flink's or concern several of them.
 *
 * @param options the options of the table
 */
record ReadOptions(Configuration options) {
  private static final int MAX_CONSUMER_BYTES = 256;
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);

  /** Checks what can be checked without a server. */
  ReadOptions {
    ScanMode.Kind kind = kind(options);
    Duration poll = options.get(DorisOptions.POLL_INTERVAL);
    if (poll.compareTo(SHORTEST_POLL) < 0) {
      throw refused(DorisOptions.POLL_INTERVAL, "'" + poll + "' must be 1 second or more");
    }
    boolean fromTimestamp = kind == ScanMode.Kind.FROM_TIMESTAMP;
    if (fromTimestamp != options.contains(DorisOptions.SCAN_START)) {
      throw refused(
          DorisOptions.SCAN_START,
          fromTimestamp
              ? "is required with source.scan.mode = from-timestamp"
              : "is for source.scan.mode = from-timestamp only, not for " + kind.optionValue());
    }
    requireOffsetRules(options, kind);
  }

  private static void requireOffsetRules(Configuration options, ScanMode.Kind kind) {
    boolean table = options.contains(DorisOptions.OFFSET_TABLE);
    if (table != options.contains(DorisOptions.CONSUMER_ID)) {
      throw refused(
          table ? DorisOptions.OFFSET_TABLE : DorisOptions.CONSUMER_ID,
          "offset-table and consumer-id are set together or not at all");
    }
    if (!table) {
      return;
    }
    if (!options.contains(DorisOptions.JDBC_URL)) {
      throw refused(DorisOptions.OFFSET_TABLE, "needs jdbc-url, over which it is written");
    }
    if (kind == ScanMode.Kind.SNAPSHOT) {
      throw refused(
          DorisOptions.OFFSET_TABLE,
          "is for modes that read changes; source.scan.mode = snapshot has no progress to save");
    }
    String consumer = options.get(DorisOptions.CONSUMER_ID);
    int bytes = consumer.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MAX_CONSUMER_BYTES) {
      throw refused(DorisOptions.CONSUMER_ID, "must have 1 to 256 bytes of UTF-8, not " + bytes);
    }
  }

  private static ValidationException refused(ConfigOption<?> option, String why) {
    return new ValidationException("Option '" + option.key() + "': " + why);
  }

  private static ScanMode.Kind kind(Configuration options) {
    String text = options.get(DorisOptions.SCAN_MODE).trim();
    for (ScanMode.Kind kind : ScanMode.Kind.values()) {
      if (kind.optionValue().equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw refused(
        DorisOptions.SCAN_MODE,
        "'" + text + "' is not known; allowed are snapshot, initial, latest and from-timestamp");
  }

  Duration pollInterval() {
    return options.get(DorisOptions.POLL_INTERVAL);
  }

  /** Whether the read ends. */
  boolean isBounded() {
    return options.contains(DorisOptions.SCAN_END) || kind(options) == ScanMode.Kind.SNAPSHOT;
  }

  /**
   * Where to begin and to end.
   *
   * @param serverZone asked if a time is written and no zone is given
   */
  ScanMode scanMode(Supplier<ZoneId> serverZone) {
    ScanMode begun =
        switch (kind(options)) {
          case SNAPSHOT -> ScanMode.snapshot();
          case INITIAL -> ScanMode.initial();
          case LATEST -> ScanMode.latest();
          case FROM_TIMESTAMP ->
              ScanMode.fromTimestamp(required(DorisOptions.SCAN_START, serverZone));
        };
    return time(DorisOptions.SCAN_END, serverZone)
        .map(end -> OptionsSetup.checked(DorisOptions.SCAN_END, () -> begun.until(end)))
        .orElse(begun);
  }

  private Instant required(ConfigOption<String> option, Supplier<ZoneId> zone) {
    return time(option, zone).orElseThrow(() -> refused(option, "is required"));
  }

  private Optional<Instant> time(ConfigOption<String> option, Supplier<ZoneId> serverZone) {
    return options
        .getOptional(option)
        .map(
            text ->
                OptionsSetup.checked(option, () -> LocalTime.parse(text.trim(), zone(serverZone))));
  }

  private ZoneId zone(Supplier<ZoneId> serverZone) {
    String name = options.get(DorisOptions.TIME_ZONE);
    return name == null ? serverZone.get() : ScanOptions.zoneNamed(name);
  }

  /** Where progress is published, or null. */
  @Nullable OffsetSettings offsets() {
    if (!options.contains(DorisOptions.OFFSET_TABLE)) {
      return null;
    }
    return new OffsetSettings(
        options.get(DorisOptions.JDBC_URL),
        options.get(DorisOptions.USERNAME),
        options.get(DorisOptions.PASSWORD),
        options.get(DorisOptions.OFFSET_TABLE),
        options.get(DorisOptions.CONSUMER_ID),
        options.get(DorisOptions.TIME_ZONE));
  }

  /** Nothing of the options: they hold a password. */
  @Override
  public String toString() {
    return "ReadOptions";
  }
}
