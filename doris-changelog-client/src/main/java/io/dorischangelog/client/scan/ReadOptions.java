package io.dorischangelog.client.scan;

import static java.util.Map.entry;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.TlsOptions;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The options of a read by their names, as users of Flink and Spark write them: one vocabulary,
 * that of the official Flink connector with some names added. Refusals are {@link
 * IllegalArgumentException}s that name the option, the value and the rule. Immutable. Serializable
 * for the way to where the read runs, with the password; not for keeping.
 */
public final class ReadOptions implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ReadOptions.class);

  private static final String SCAN_MODE = "source.scan.mode";
  private static final String START = "source.scan.timestamp";
  private static final String END = "source.scan.end-timestamp";
  private static final String ZONE = "source.scan.time-zone";
  private static final String POLL_INTERVAL = "source.changelog.poll-interval";
  private static final String FILTER = "doris.filter.query";

  /** JDBC address of the front ends; needed with {@link #OFFSET_TABLE}. */
  public static final String JDBC_URL = "jdbc-url";

  /** The table that progress is published in. */
  public static final String OFFSET_TABLE = "source.changelog.offset-table";

  /** The name of the job in {@link #OFFSET_TABLE}. */
  public static final String CONSUMER_ID = "source.changelog.consumer-id";

  private static final int MAX_CONSUMER_BYTES = 256;
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);

  private static final Set<String> REQUIRED =
      Set.of("fenodes", "table.identifier", "username", "password");

  /** What sets up a scan. */
  private static final Map<String, BiFunction<ScanOptionsBuilder, String, ?>> OF_SCAN =
      Map.ofEntries(
          entry("fenodes", ScanOptionsBuilder::frontEnds),
          entry("table.identifier", ScanOptionsBuilder::table),
          entry("username", ScanOptionsBuilder::username),
          entry("password", ScanOptionsBuilder::password),
          entry(
              "source.changelog.increment-type",
              (scan, text) -> scan.incrementType(IncrementType.parse(text))),
          entry(
              "source.scan.snapshot-consistency",
              (scan, text) -> scan.snapshotConsistency(SnapshotConsistency.parse(text))),
          entry("source.changelog.on-loss", (scan, text) -> scan.onLoss(OnLoss.parse(text))),
          entry(
              "source.changelog.visible-wait-timeout",
              (scan, text) -> scan.visibleWaitTimeout(OptionText.duration(text))),
          entry(
              "source.changelog.max-window",
              (scan, text) -> scan.maxWindow(OptionText.duration(text))),
          entry(
              "source.changelog.require-before-images",
              (scan, text) -> scan.requireBeforeImages(OptionText.bool(text))),
          entry("source.changelog.column-prefix", ScanOptionsBuilder::changelogColumnPrefix),
          entry(
              "source.fetch.max-bytes", (scan, text) -> scan.fetchMaxBytes(OptionText.bytes(text))),
          entry("source.address-map", (scan, text) -> scan.addressMap(OptionText.pairs(text))),
          entry(FILTER, ScanOptionsBuilder::filter),
          entry("source.use-flight-sql", (scan, text) -> requireFlight(text)),
          entry(
              "source.flight-sql-port",
              (scan, text) -> scan.flightSqlPort(OptionText.integer(text))),
          entry("doris.request.retries", (scan, text) -> scan.retries(OptionText.integer(text))),
          entry(
              "doris.request.connect.timeout",
              (scan, text) -> scan.connectTimeout(OptionText.duration(text))),
          entry(
              "doris.request.read.timeout",
              (scan, text) -> scan.readTimeout(OptionText.duration(text))),
          entry(
              "doris.request.query.timeout",
              (scan, text) -> scan.queryTimeout(OptionText.duration(text))),
          entry(
              "doris.request.tablet.size",
              (scan, text) -> scan.tabletsPerSplit(OptionText.integer(text))),
          entry("doris.batch.size", (scan, text) -> scan.batchSize(OptionText.integer(text))),
          entry("doris.exec.mem.limit", (scan, text) -> scan.execMemLimit(OptionText.bytes(text))));

  /** What says where to begin and end, and where progress goes. */
  private static final Set<String> OF_READ =
      Set.of(SCAN_MODE, START, END, ZONE, POLL_INTERVAL, JDBC_URL, OFFSET_TABLE, CONSUMER_ID);

  /** Names of before version 26.4 of the official connector. */
  private static final String OLD_PREFIX = "source.binlog.";

  private static final Set<String> RENAMED =
      Set.of(
          "increment-type", "poll-interval", "visible-wait-timeout", "offset-table", "consumer-id");

  private static final Set<String> IGNORED =
      Set.of("auto-redirect", "benodes", "source.use-old-api", "doris.read.field");
  private static final List<String> IGNORED_PREFIXES =
      List.of("sink.", "lookup.", "doris.deserialize.");

  private final Map<String, String> values;

  private ReadOptions(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * Checks what can be checked without a server. Options that the official connector has for its
   * other parts are ignored, older names understood, each with one log line.
   */
  public static ReadOptions of(Map<String, String> options) {
    ReadOptions read = new ReadOptions(named(options));
    read.require();
    return read;
  }

  /** The same, of the rows only that fulfil one more condition. */
  public ReadOptions filteredBy(ColumnPredicate condition) {
    Map<String, String> more = new HashMap<>(values);
    more.merge(FILTER, condition.toFilter(), "(%s) AND (%s)"::formatted);
    return new ReadOptions(more);
  }

  /** Which rows are read, as behind {@code WHERE}; empty: all of them. */
  public Optional<String> filter() {
    return get(FILTER);
  }

  private static Map<String, String> named(Map<String, String> options) {
    Map<String, String> known = new HashMap<>();
    List<String> ignored = new ArrayList<>();
    List<String> renamed = new ArrayList<>();
    new TreeMap<>(options)
        .forEach(
            (key, value) -> {
              if (isIgnored(key)) {
                ignored.add(key);
              } else if (known.put(presentName(key, renamed), value) != null) {
                throw refused(key, "is set under its old and under its new name");
              }
            });
    if (!ignored.isEmpty()) {
      LOG.info("options that reading changes does not need are ignored: {}", ignored);
    }
    if (!renamed.isEmpty()) {
      LOG.warn("{} are old names: write source.changelog. for {}", renamed, OLD_PREFIX);
    }
    return known;
  }

  private static boolean isIgnored(String key) {
    return IGNORED.contains(key) || IGNORED_PREFIXES.stream().anyMatch(key::startsWith);
  }

  private static String presentName(String key, List<String> renamed) {
    if (key.startsWith(OLD_PREFIX) && RENAMED.contains(key.substring(OLD_PREFIX.length()))) {
      renamed.add(key);
      return "source.changelog." + key.substring(OLD_PREFIX.length());
    }
    if (!OF_SCAN.containsKey(key) && !OF_READ.contains(key) && !TlsKeys.ALL.contains(key)) {
      throw refused(key, "is not known; known are " + new TreeSet<>(optionalKeys()));
    }
    return key;
  }

  /** The names that must be set. */
  public static Set<String> requiredKeys() {
    return REQUIRED;
  }

  /** All other names, old and ignored ones included. */
  public static Set<String> optionalKeys() {
    Set<String> keys = new TreeSet<>(OF_SCAN.keySet());
    keys.addAll(OF_READ);
    keys.addAll(TlsKeys.ALL);
    keys.addAll(IGNORED);
    RENAMED.forEach(name -> keys.add(OLD_PREFIX + name));
    keys.removeAll(REQUIRED);
    return keys;
  }

  /** Whether a name is one of these, or begins as one that is ignored. */
  public static boolean isKnown(String key) {
    return REQUIRED.contains(key) || optionalKeys().contains(key) || isIgnored(key);
  }

  /** Beginnings of names that are ignored whatever follows. */
  public static List<String> ignoredPrefixes() {
    return IGNORED_PREFIXES;
  }

  private void require() {
    for (String key : REQUIRED) {
      if (!values.containsKey(key)) {
        throw refused(key, "is required and was not set");
      }
    }
    applyTo(ScanOptions.builder());
    if (pollInterval().compareTo(SHORTEST_POLL) < 0) {
      throw refused(POLL_INTERVAL, "'" + values.get(POLL_INTERVAL) + "' must be 1 second or more");
    }
    boolean fromTimestamp = kind() == ScanMode.Kind.FROM_TIMESTAMP;
    if (fromTimestamp != values.containsKey(START)) {
      throw refused(
          START,
          fromTimestamp
              ? "is required with source.scan.mode = from-timestamp"
              : "is for source.scan.mode = from-timestamp only, not for " + kind().optionValue());
    }
    if (kind() == ScanMode.Kind.LATEST && values.containsKey(END)) {
      throw refused(END, "is not possible with source.scan.mode = latest; use from-timestamp");
    }
    requireOffsetRules();
  }

  private void requireOffsetRules() {
    boolean table = values.containsKey(OFFSET_TABLE);
    if (table != values.containsKey(CONSUMER_ID)) {
      throw refused(
          table ? OFFSET_TABLE : CONSUMER_ID,
          "offset-table and consumer-id are set together or not at all");
    }
    if (!table) {
      return;
    }
    if (!values.containsKey(JDBC_URL)) {
      throw refused(OFFSET_TABLE, "needs jdbc-url, over which it is written");
    }
    if (kind() == ScanMode.Kind.SNAPSHOT) {
      throw refused(
          OFFSET_TABLE,
          "is for modes that read changes; source.scan.mode = snapshot has no progress to save");
    }
    int bytes = get(CONSUMER_ID).orElseThrow().getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MAX_CONSUMER_BYTES) {
      throw refused(CONSUMER_ID, "must have 1 to 256 bytes of UTF-8, not " + bytes);
    }
  }

  /** The text of an option by its present name; empty if it is not set. */
  public Optional<String> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Sets up a scan. What is not set keeps its default, and each tablet is a split of its own. */
  public void applyTo(ScanOptionsBuilder scan) {
    scan.tabletsPerSplit(1);
    OF_SCAN.forEach(
        (key, setter) -> get(key).ifPresent(text -> checked(key, () -> setter.apply(scan, text))));
    checked(TlsKeys.ENABLE, () -> TlsKeys.read(values).map(scan::tls));
  }

  /**
   * How the connections to {@link #JDBC_URL} are encrypted: as those to the front ends, unless
   * {@code mysql} is among the excluded protocols.
   *
   * @return empty: as the address itself says
   */
  public Optional<TlsOptions> jdbcTls() {
    return checked(TlsKeys.ENABLE, () -> TlsKeys.ofMysql(values));
  }

  private static boolean requireFlight(String text) {
    if (!OptionText.bool(text)) {
      throw new IllegalArgumentException(
          "'false' is not possible: changes are read over Arrow Flight SQL only");
    }
    return true;
  }

  /** Time between two looks for new changes. */
  public Duration pollInterval() {
    String text = values.getOrDefault(POLL_INTERVAL, "10s");
    return checked(POLL_INTERVAL, () -> OptionText.duration(text));
  }

  /** Whether the read ends. */
  public boolean isBounded() {
    return values.containsKey(END) || kind() == ScanMode.Kind.SNAPSHOT;
  }

  /**
   * Where to begin and to end.
   *
   * @param serverZone asked if a time is written and no zone is given
   */
  public ScanMode scanMode(Supplier<ZoneId> serverZone) {
    ScanMode begun =
        switch (kind()) {
          case SNAPSHOT -> ScanMode.snapshot();
          case INITIAL -> ScanMode.initial();
          case LATEST -> ScanMode.latest();
          case FROM_TIMESTAMP -> ScanMode.fromTimestamp(time(START, serverZone).orElseThrow());
        };
    return time(END, serverZone).map(end -> checked(END, () -> begun.until(end))).orElse(begun);
  }

  private Optional<Instant> time(String key, Supplier<ZoneId> serverZone) {
    return get(key)
        .map(text -> checked(key, () -> OptionText.time(text, zone().orElseGet(serverZone))));
  }

  /** The zone that the times of the options and of the offset table are in; empty: the server's. */
  public Optional<ZoneId> zone() {
    return get(ZONE).map(name -> checked(ZONE, () -> ScanOptions.zoneNamed(name)));
  }

  private ScanMode.Kind kind() {
    String text = values.getOrDefault(SCAN_MODE, "snapshot").trim();
    for (ScanMode.Kind kind : ScanMode.Kind.values()) {
      if (kind.optionValue().equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw refused(
        SCAN_MODE,
        "'" + text + "' is not known; allowed are snapshot, initial, latest and from-timestamp");
  }

  private static <T> T checked(String key, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException("Option '" + key + "': " + e.getMessage(), e);
    }
  }

  private static IllegalArgumentException refused(String key, String why) {
    return new IllegalArgumentException("Option '" + key + "': " + why);
  }

  /** The names that are set; no values, among which is a password. */
  @Override
  public String toString() {
    return "ReadOptions" + new TreeSet<>(values.keySet());
  }
}
