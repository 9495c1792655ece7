package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The change log properties of a table.
 *
 * @param enabled whether the table has a change log
 * @param history whether records hold before images
 * @param ttlSeconds retention
 */
record LogOptions(boolean enabled, boolean history, long ttlSeconds) {
  private static final String DEFAULT_TTL = "86400";
  private static final String UNLIMITED = Long.toString(Long.MAX_VALUE);
  private static final String FORMAT = "format";
  private static final String ENABLE = "enable";
  private static final String HISTORY = "need_historical_value";
  private static final String TTL = "ttl_seconds";

  /** Reads them from the properties of a table laid over those of its database. */
  static LogOptions parse(Map<String, String> properties, ChangelogTexts texts, boolean old) {
    boolean on = bool(properties, texts.property(ENABLE));
    boolean row = true;
    if (old) {
      refuseUnknown(properties, "changelog.", Set.of());
      String format = properties.getOrDefault(texts.property(FORMAT), "STATEMENT_AND_SNAPSHOT");
      row = format.equals("ROW");
      if (!row && !format.equals("STATEMENT_AND_SNAPSHOT")) {
        throw texts.badFormat(format);
      }
    } else {
      if ("ROW".equals(properties.get("binlog." + FORMAT))) {
        throw DorisException.of(
            "binlog.format=ROW is not supported any more, use changelog.enable=true");
      }
      refuseUnknown(
          properties,
          texts.property(""),
          Set.of(texts.property(ENABLE), texts.property(HISTORY), texts.property(TTL)));
    }
    long ttl = ttl(properties.getOrDefault(texts.property(TTL), DEFAULT_TTL), texts);
    return new LogOptions(on && row, bool(properties, texts.property(HISTORY)), ttl);
  }

  private static void refuseUnknown(
      Map<String, String> properties, String prefix, Set<String> known) {
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !known.contains(key)) {
            throw DorisException.of("Unknown properties: {" + key + "=" + value + "}");
          }
        });
  }

  private static boolean bool(Map<String, String> properties, String key) {
    String value = properties.getOrDefault(key, "false");
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw DorisException.of("Invalid " + key + " value: " + value);
    }
    return Boolean.parseBoolean(value);
  }

  private static long ttl(String text, ChangelogTexts texts) {
    long seconds;
    try {
      seconds = Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new DorisException(
          1105,
          "HY000",
          "ERR_UNKNOWN_ERROR",
          "Invalid " + texts.property(TTL) + " value: " + text,
          e);
    }
    if (seconds <= 0) {
      throw texts.ttlNotPositive();
    }
    return seconds;
  }

  /** Checks what ALTER TABLE SET may not change. */
  void refuseChangeTo(LogOptions changed, ChangelogTexts texts) {
    if (changed.enabled != enabled) {
      throw enabled ? texts.cannotDisable() : texts.cannotEnable();
    }
    if (enabled && changed.history != history) {
      throw texts.cannotChangeHistory(history);
    }
  }

  /** As SHOW CREATE TABLE prints them; nothing without the log. */
  Map<String, String> describe(ChangelogNames names) {
    Map<String, String> described = new LinkedHashMap<>();
    if (!enabled) {
      return described;
    }
    String prefix = names.word() + ".";
    described.put(prefix + ENABLE, "true");
    described.put(prefix + TTL, Long.toString(ttlSeconds));
    if (names.word().equals("binlog")) {
      described.put(prefix + "max_bytes", UNLIMITED);
      described.put(prefix + "max_history_nums", UNLIMITED);
      described.put(prefix + FORMAT, "ROW");
    }
    described.put(prefix + HISTORY, Boolean.toString(history));
    return described;
  }

  /** The last millisecond that is expired, seen from a reference TSO. */
  long expiredThroughMillis(long referenceTso) {
    long now = TsoClock.physical(referenceTso);
    return ttlSeconds > now / 1000 ? -1 : now - ttlSeconds * 1000;
  }

  /** The first TSO that is retained, seen from a reference TSO. */
  long retainedFrom(long referenceTso) {
    return TsoClock.compose(expiredThroughMillis(referenceTso) + 1, 0);
  }
}
