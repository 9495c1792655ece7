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
 * @param format what the log holds; {@code ROW} wherever there is no such property
 */
record LogOptions(boolean enabled, boolean history, long ttlSeconds, String format) {
  private static final String DEFAULT_TTL = "86400";
  private static final String UNLIMITED = Long.toString(Long.MAX_VALUE);
  private static final String ROW = "ROW";

  /** The format of the log for replication between clusters, which this server does not write. */
  private static final String STATEMENTS = "STATEMENT_AND_SNAPSHOT";

  private static final String FORMAT = "format";
  private static final String ENABLE = "enable";
  private static final String HISTORY = "need_historical_value";
  private static final String TTL = "ttl_seconds";

  /** Reads them from the properties of a table laid over those of its database. */
  static LogOptions parse(Map<String, String> properties, ChangelogTexts texts, boolean old) {
    boolean on = bool(properties, texts.property(ENABLE));
    String format = ROW;
    if (old) {
      refuseUnknown(properties, "changelog.", Set.of());
      format = properties.getOrDefault(texts.property(FORMAT), STATEMENTS);
      if (!format.equals(ROW) && !format.equals(STATEMENTS)) {
        throw texts.badFormat(format);
      }
    } else {
      if (ROW.equals(properties.get("binlog." + FORMAT))) {
        throw DorisException.of(
            "binlog.format=ROW is not supported any more, use changelog.enable=true");
      }
      refuseUnknown(
          properties,
          texts.property(""),
          Set.of(texts.property(ENABLE), texts.property(HISTORY), texts.property(TTL)));
    }
    long ttl = ttl(properties.getOrDefault(texts.property(TTL), DEFAULT_TTL), texts);
    boolean history = bool(properties, texts.property(HISTORY));
    return new LogOptions(on && format.equals(ROW), history, ttl, format);
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
    if (changed.history != history) {
      throw texts.cannotChangeHistory(history);
    } else if (!changed.format.equals(format)) {
      throw ChangelogTexts.cannotChangeFormat(format, changed.format);
    } else if (changed.enabled != enabled) {
      throw enabled ? texts.cannotDisable() : texts.cannotEnable();
    }
  }

  /**
   * As SHOW CREATE TABLE prints them; nothing if the table was created without any.
   *
   * @param written the properties as they were set
   */
  Map<String, String> describe(ChangelogNames names, Map<String, String> written) {
    Map<String, String> described = new LinkedHashMap<>();
    String prefix = names.word() + ".";
    boolean silent = format.equals(ROW) ? !enabled : !written.containsKey(prefix + ENABLE);
    if (silent) {
      return described;
    }
    described.put(prefix + ENABLE, written.getOrDefault(prefix + ENABLE, "false"));
    described.put(prefix + TTL, Long.toString(ttlSeconds));
    if (names.word().equals("binlog")) {
      for (String limit : new String[] {prefix + "max_bytes", prefix + "max_history_nums"}) {
        described.put(limit, written.getOrDefault(limit, UNLIMITED));
      }
      described.put(prefix + FORMAT, format);
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
