package io.dorischangelog.client.scan;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TlsOptions;
import io.dorischangelog.client.internal.filter.RowFilter;
import io.dorischangelog.client.internal.server.Credentials;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects and checks the settings of a scan. Every method throws {@link IllegalArgumentException}
 * with the setting, the value and the rule when a value cannot be meant.
 */
public final class ScanOptionsBuilder {
  private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);
  private static final Pattern COLUMN_WORD = Pattern.compile("__DORIS_\\w+_");

  IncrementType incrementType = IncrementType.DETAIL;
  SnapshotConsistency snapshotConsistency = SnapshotConsistency.AUTO;
  List<String> columns = List.of();
  Optional<RowFilter> filter = Optional.empty();
  OptionalInt tabletsPerSplit = OptionalInt.empty();
  Optional<Duration> maxWindow = Optional.empty();
  Map<HostAndPort, HostAndPort> addressMap = Map.of();
  Optional<String> columnPrefix = Optional.empty();
  boolean requireBeforeImages;
  OnLoss onLoss = OnLoss.FAIL;
  ScanListener listener = new ScanListener() {};
  @Nullable TlsMaterial tls;
  @Nullable RetryPolicy<?> visibilityRetry;

  private @Nullable List<HostAndPort> frontEnds;
  private @Nullable String username;
  private @Nullable String password;
  private @Nullable TableId table;
  private int flightSqlPort;
  private Duration connectTimeout = Duration.ofSeconds(30);
  private Duration readTimeout = Duration.ofSeconds(30);
  private Duration queryTimeout = Duration.ofHours(6);
  private Duration visibleWaitTimeout = Duration.ofMinutes(5);
  private int retries = 3;
  private int batchSize = 4064;
  private long execMemLimitBytes = 8L << 30;
  private long fetchMaxBytes = 64L << 20;

  ScanOptionsBuilder() {}

  /** Front ends' HTTP addresses, {@code host:port}, comma-separated. Required. */
  public ScanOptionsBuilder frontEnds(String hostPorts) {
    frontEnds = setting("frontEnds", () -> HostAndPort.parseList(hostPorts));
    return this;
  }

  /** The account. Required. */
  public ScanOptionsBuilder username(String name) {
    check(!name.isEmpty(), "username", name, "must not be empty");
    username = name;
    return this;
  }

  /** Its password. Required; may be empty. */
  public ScanOptionsBuilder password(String secret) {
    password = secret;
    return this;
  }

  /** The table, {@code db.table}; back-quotes around names with dots. Required. */
  public ScanOptionsBuilder table(String databaseAndTable) {
    table = setting("table", () -> TableId.parse(databaseAndTable));
    return this;
  }

  /** Which changes; default {@link IncrementType#DETAIL}. */
  public ScanOptionsBuilder incrementType(IncrementType type) {
    incrementType = type;
    return this;
  }

  /** How a snapshot meets the first change; default {@link SnapshotConsistency#AUTO}. */
  public ScanOptionsBuilder snapshotConsistency(SnapshotConsistency consistency) {
    snapshotConsistency = consistency;
    return this;
  }

  /** The columns to read, in this order; default: all. */
  public ScanOptionsBuilder columns(List<String> names) {
    check(!names.isEmpty(), "columns", "[]", "must name at least one column");
    check(
        new HashSet<>(names).size() == names.size(), "columns", names, "must not repeat a column");
    columns = List.copyOf(names);
    return this;
  }

  /**
   * Which rows to read: a condition as behind {@code WHERE}, of columns, constants, comparisons,
   * {@code AND}, {@code OR}, {@code NOT}, {@code IN}, {@code BETWEEN}, {@code LIKE}, {@code IS
   * NULL}, {@code CASE}, arithmetic, and functions that always give the same result; default: all.
   *
   * <p>Snapshots, append_only reads and duplicate tables: on any column. Other changes of unique
   * tables: on key columns only, because a change that takes a row out of the condition would be
   * left out as well, and the row would stay in the target for good.
   *
   * @throws IllegalArgumentException for comments, semicolons, queries, unbalanced brackets or
   *     quotes and other functions; unknown columns are refused when the scan is opened
   */
  public ScanOptionsBuilder filter(String condition) {
    filter = Optional.of(RowFilter.parse(condition));
    return this;
  }

  /**
   * Tablets in one split of a snapshot; default: the tablets are dealt out to as many splits as
   * there are readers.
   */
  public ScanOptionsBuilder tabletsPerSplit(int count) {
    check(count >= 1, "tabletsPerSplit", count, "must be 1 or more");
    tabletsPerSplit = OptionalInt.of(count);
    return this;
  }

  /** Longest time span of one query while catching up, a second or more; default: adaptive. */
  public ScanOptionsBuilder maxWindow(Duration span) {
    check(span.compareTo(SHORTEST_WINDOW) >= 0, "maxWindow", span, "must be 1 second or more");
    check(
        span.truncatedTo(ChronoUnit.SECONDS).equals(span),
        "maxWindow",
        span,
        "must be whole seconds");
    maxWindow = Optional.of(span);
    return this;
  }

  /** Flight port of the front ends; default: asked from them. */
  public ScanOptionsBuilder flightSqlPort(int port) {
    check(port >= 1 && port <= 65535, "flightSqlPort", port, "must be between 1 and 65535");
    flightSqlPort = port;
    return this;
  }

  /** For one connection; default 30 s. */
  public ScanOptionsBuilder connectTimeout(Duration timeout) {
    connectTimeout = positive("connectTimeout", timeout);
    return this;
  }

  /** For a log-in, a setting or a metadata answer; default 30 s. */
  public ScanOptionsBuilder readTimeout(Duration timeout) {
    readTimeout = positive("readTimeout", timeout);
    return this;
  }

  /** For the first batch of a query and between batches; default 6 h. */
  public ScanOptionsBuilder queryTimeout(Duration timeout) {
    queryTimeout = positive("queryTimeout", timeout);
    return this;
  }

  /**
   * How long one window is asked for again while transactions in it are not visible yet; default 5
   * min; zero: the first such answer fails the call.
   */
  public ScanOptionsBuilder visibleWaitTimeout(Duration budget) {
    check(!budget.isNegative(), "visibleWaitTimeout", budget, "must not be negative");
    visibleWaitTimeout = budget;
    return this;
  }

  /**
   * Delays between these attempts: taken from the policy's delay, back-off and jitter. What is
   * retried and for how long is not its affair.
   */
  public ScanOptionsBuilder visibilityRetry(RetryPolicy<?> delays) {
    visibilityRetry = delays;
    return this;
  }

  /** Connection faults in a row that are repeated while nothing is read; default 3. */
  public ScanOptionsBuilder retries(int count) {
    check(count >= 0, "retries", count, "must be 0 or more");
    retries = count;
    return this;
  }

  /** Rows per record batch; default 4064. */
  public ScanOptionsBuilder batchSize(int rows) {
    check(rows >= 1 && rows <= 65535, "batchSize", rows, "must be between 1 and 65535");
    batchSize = rows;
    return this;
  }

  /** Memory limit of one query on the server; default 8 GiB. */
  public ScanOptionsBuilder execMemLimit(long bytes) {
    check(bytes > 0, "execMemLimit", bytes, "must be positive");
    execMemLimitBytes = bytes;
    return this;
  }

  /** Bytes of Arrow memory that all open streams may hold together; default 64 MiB. */
  public ScanOptionsBuilder fetchMaxBytes(long bytes) {
    check(bytes >= 1 << 20, "fetchMaxBytes", bytes, "must be 1 MiB (1048576) or more");
    fetchMaxBytes = bytes;
    return this;
  }

  /** Reachable address by the address that the server's plans name, both {@code host:port}. */
  public ScanOptionsBuilder addressMap(Map<String, String> reachableByAdvertised) {
    Map<HostAndPort, HostAndPort> parsed = new LinkedHashMap<>();
    setting(
        "addressMap",
        () -> {
          reachableByAdvertised.forEach(
              (from, to) -> parsed.put(HostAndPort.parse(from), HostAndPort.parse(to)));
          return parsed;
        });
    addressMap = Map.copyOf(parsed);
    return this;
  }

  /**
   * The hidden columns' common beginning, such as {@code __DORIS_CHANGELOG_}; default: found out.
   */
  public ScanOptionsBuilder changelogColumnPrefix(String prefix) {
    check(
        COLUMN_WORD.matcher(prefix).matches(),
        "changelogColumnPrefix",
        prefix,
        "must look like __DORIS_CHANGELOG_");
    columnPrefix = Optional.of(prefix);
    return this;
  }

  /** Refuse unique tables without historical values; default false. */
  public ScanOptionsBuilder requireBeforeImages(boolean required) {
    requireBeforeImages = required;
    return this;
  }

  /**
   * What to do when changes are gone that were not read ({@code source.changelog.on-loss}); default
   * {@link OnLoss#FAIL}.
   */
  public ScanOptionsBuilder onLoss(OnLoss behaviour) {
    onLoss = behaviour;
    return this;
  }

  /** Who is told what the scan does; default: nobody. */
  public ScanOptionsBuilder listener(ScanListener told) {
    listener = told;
    return this;
  }

  /**
   * Encrypts the connections to front ends and back ends; default: plain text. The files are read
   * now.
   *
   * @throws IllegalArgumentException naming the file that cannot be used, and why
   */
  public ScanOptionsBuilder tls(TlsOptions options) {
    tls = TlsMaterial.load(options);
    return this;
  }

  /**
   * The checked options.
   *
   * @throws IllegalArgumentException if a required setting is missing
   */
  public ScanOptions build() {
    return new ScanOptions(this);
  }

  List<HostAndPort> frontEnds() {
    return required("frontEnds", frontEnds);
  }

  Credentials credentials() {
    return new Credentials(required("username", username), required("password", password));
  }

  TableId table() {
    return required("table", table);
  }

  ScanOptions.ConnectionLimits limits() {
    return new ScanOptions.ConnectionLimits(
        flightSqlPort,
        connectTimeout,
        readTimeout,
        queryTimeout,
        visibleWaitTimeout,
        retries,
        batchSize,
        execMemLimitBytes,
        fetchMaxBytes);
  }

  private static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is required and was not set");
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    check(!value.isNegative() && !value.isZero(), name, value, "must be positive");
    return value;
  }

  private static void check(boolean right, String name, Object value, String rule) {
    if (!right) {
      throw new IllegalArgumentException(name + " = '" + value + "' " + rule);
    }
  }

  private static <T> T setting(String name, Supplier<T> parse) {
    try {
      return parse.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }
}
