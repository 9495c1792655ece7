package io.dorischangelog.flink;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;

/**
 * Sets up a scan as a WITH clause says. Errors name the key.
 *
 * @param options the options of the table
 */
record OptionsSetup(Configuration options) implements ScanSetup {

  @Override
  public void apply(ScanOptionsBuilder scan) {
    with(DorisOptions.FENODES, scan::frontEnds);
    with(DorisOptions.USERNAME, scan::username);
    with(DorisOptions.PASSWORD, scan::password);
    with(DorisOptions.TABLE, scan::table);
    with(DorisOptions.INCREMENT_TYPE, text -> scan.incrementType(IncrementType.parse(text)));
    with(
        DorisOptions.CONSISTENCY,
        text -> scan.snapshotConsistency(parse(SnapshotConsistency.class, text)));
    with(DorisOptions.ON_LOSS, text -> scan.onLoss(OnLoss.parse(text)));
    with(DorisOptions.VISIBLE_WAIT_TIMEOUT, scan::visibleWaitTimeout);
    with(DorisOptions.MAX_WINDOW, scan::maxWindow);
    with(DorisOptions.REQUIRE_BEFORE_IMAGES, scan::requireBeforeImages);
    with(DorisOptions.COLUMN_PREFIX, scan::changelogColumnPrefix);
    with(DorisOptions.FETCH_MAX_BYTES, size -> scan.fetchMaxBytes(size.getBytes()));
    with(DorisOptions.ADDRESS_MAP, text -> scan.addressMap(pairs(text)));
    with(DorisOptions.FILTER, scan::filter);
    with(DorisOptions.USE_FLIGHT, OptionsSetup::requireFlight);
    with(DorisOptions.FLIGHT_PORT, scan::flightSqlPort);
    with(DorisOptions.RETRIES, scan::retries);
    with(DorisOptions.CONNECT_TIMEOUT, scan::connectTimeout);
    with(DorisOptions.READ_TIMEOUT, scan::readTimeout);
    with(DorisOptions.QUERY_TIMEOUT, scan::queryTimeout);
    with(DorisOptions.TABLET_SIZE, scan::tabletsPerSplit);
    with(DorisOptions.BATCH_SIZE, scan::batchSize);
    with(DorisOptions.EXEC_MEM_LIMIT, size -> scan.execMemLimit(size.getBytes()));
  }

  private <T> void with(ConfigOption<T> option, Function<T, ?> setter) {
    T value = options.get(option);
    if (value != null) {
      checked(option, () -> setter.apply(value));
    }
  }

  /** What an option's value means; a refusal names the key. */
  static <T> T checked(ConfigOption<?> option, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (IllegalArgumentException e) {
      throw new ValidationException("Option '" + option.key() + "': " + e.getMessage(), e);
    }
  }

  private static boolean requireFlight(boolean use) {
    if (!use) {
      throw new IllegalArgumentException(
          "'false' is not possible: this connector reads over Arrow Flight SQL only");
    }
    return true;
  }

  /** A constant by its name in any case, with {@code -} for {@code _}. */
  static <E extends Enum<E>> E parse(Class<E> type, String text) {
    String wanted = text.trim().replace('-', '_');
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + text
                        + "' is not known; allowed are "
                        + Arrays.stream(type.getEnumConstants())
                            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                            .toList()));
  }

  /** {@code advertised=reachable}, separated by commas. */
  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      String[] sides = pair.trim().split("=", -1);
      if (sides.length != 2) {
        throw new IllegalArgumentException(
            "'" + pair.trim() + "' is no pair advertised=reachable of two host:port");
      }
      pairs.put(sides[0].trim(), sides[1].trim());
    }
    return pairs;
  }

  /** Nothing of the options: they hold a password. */
  @Override
  public String toString() {
    return "OptionsSetup";
  }
}
