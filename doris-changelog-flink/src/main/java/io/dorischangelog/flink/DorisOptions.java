package io.dorischangelog.flink;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ConfigOptions.OptionBuilder;
import org.apache.flink.configuration.MemorySize;

/** The keys of a table's WITH clause, with their defaults. */
final class DorisOptions {
  /** Every option below that need not be set. */
  private static final Set<ConfigOption<?>> OPTIONAL = new HashSet<>();

  static final ConfigOption<String> FENODES = key("fenodes").stringType().noDefaultValue();
  static final ConfigOption<String> TABLE = key("table.identifier").stringType().noDefaultValue();
  static final ConfigOption<String> USERNAME = key("username").stringType().noDefaultValue();
  static final ConfigOption<String> PASSWORD = key("password").stringType().noDefaultValue();
  static final ConfigOption<String> JDBC_URL = text("jdbc-url");

  static final ConfigOption<String> SCAN_MODE = text("source.scan.mode", "snapshot");
  static final ConfigOption<String> SCAN_START = text("source.scan.timestamp");
  static final ConfigOption<String> SCAN_END = text("source.scan.end-timestamp");
  static final ConfigOption<String> TIME_ZONE = text("source.scan.time-zone");
  static final ConfigOption<String> CONSISTENCY = text("source.scan.snapshot-consistency", "auto");

  static final ConfigOption<String> INCREMENT_TYPE =
      renamed("increment-type", changelog("increment-type").stringType().defaultValue("detail"));
  static final ConfigOption<Duration> POLL_INTERVAL =
      renamed("poll-interval", changelog("poll-interval").durationType().defaultValue(seconds(10)));
  static final ConfigOption<Duration> VISIBLE_WAIT_TIMEOUT =
      renamed(
          "visible-wait-timeout",
          changelog("visible-wait-timeout").durationType().defaultValue(seconds(300)));
  static final ConfigOption<String> OFFSET_TABLE =
      renamed("offset-table", changelog("offset-table").stringType().noDefaultValue());
  static final ConfigOption<String> CONSUMER_ID =
      renamed("consumer-id", changelog("consumer-id").stringType().noDefaultValue());
  static final ConfigOption<String> ON_LOSS = text("source.changelog.on-loss", "fail");
  static final ConfigOption<Duration> MAX_WINDOW =
      added(changelog("max-window").durationType().noDefaultValue());
  static final ConfigOption<Boolean> REQUIRE_BEFORE_IMAGES =
      added(changelog("require-before-images").booleanType().defaultValue(false));
  static final ConfigOption<String> COLUMN_PREFIX = text("source.changelog.column-prefix");
  static final ConfigOption<MemorySize> FETCH_MAX_BYTES =
      added(key("source.fetch.max-bytes").memoryType().defaultValue(mebibytes(64)));
  static final ConfigOption<String> ADDRESS_MAP = text("source.address-map");

  static final ConfigOption<String> FILTER = text("doris.filter.query");
  static final ConfigOption<Boolean> USE_FLIGHT =
      added(key("source.use-flight-sql").booleanType().defaultValue(true));
  static final ConfigOption<Integer> FLIGHT_PORT =
      added(key("source.flight-sql-port").intType().noDefaultValue());
  static final ConfigOption<Integer> RETRIES =
      added(key("doris.request.retries").intType().defaultValue(3));
  static final ConfigOption<Duration> CONNECT_TIMEOUT =
      added(key("doris.request.connect.timeout").durationType().defaultValue(seconds(30)));
  static final ConfigOption<Duration> READ_TIMEOUT =
      added(key("doris.request.read.timeout").durationType().defaultValue(seconds(30)));
  static final ConfigOption<Duration> QUERY_TIMEOUT =
      added(key("doris.request.query.timeout").durationType().defaultValue(seconds(21_600)));
  static final ConfigOption<Integer> TABLET_SIZE =
      added(key("doris.request.tablet.size").intType().defaultValue(1));
  static final ConfigOption<Integer> BATCH_SIZE =
      added(key("doris.batch.size").intType().defaultValue(4064));
  static final ConfigOption<MemorySize> EXEC_MEM_LIMIT =
      added(key("doris.exec.mem.limit").memoryType().defaultValue(mebibytes(8192)));

  /** Of the official connector, for its other parts; accepted so that a DDL can be shared. */
  static final List<ConfigOption<?>> IGNORED =
      List.of(
          text("auto-redirect"),
          text("benodes"),
          text("source.use-old-api"),
          text("doris.read.field"));

  /** As {@link #IGNORED}, whole families of keys. */
  static final List<String> IGNORED_PREFIXES = List.of("sink.", "lookup.", "doris.deserialize.");

  private DorisOptions() {}

  static Set<ConfigOption<?>> required() {
    return Set.of(FENODES, TABLE, USERNAME, PASSWORD);
  }

  static Set<ConfigOption<?>> optional() {
    return Set.copyOf(OPTIONAL);
  }

  private static OptionBuilder key(String key) {
    return ConfigOptions.key(key);
  }

  private static OptionBuilder changelog(String name) {
    return key("source.changelog." + name);
  }

  private static <T> ConfigOption<T> added(ConfigOption<T> option) {
    OPTIONAL.add(option);
    return option;
  }

  /** An option that the official connector called {@code source.binlog.} before. */
  private static <T> ConfigOption<T> renamed(String name, ConfigOption<T> option) {
    return added(option.withDeprecatedKeys("source.binlog." + name));
  }

  private static ConfigOption<String> text(String key) {
    return added(key(key).stringType().noDefaultValue());
  }

  private static ConfigOption<String> text(String key, String value) {
    return added(key(key).stringType().defaultValue(value));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static MemorySize mebibytes(long size) {
    return new MemorySize(size << 20);
  }
}
