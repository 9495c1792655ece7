package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.ChangelogNames;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the old words of the cases (binlog) into those of the server under test.
 *
 * @param literal whether error texts must hold the expected words exactly; else the two spellings
 *     of the feature count as the same word, in any case
 */
record Spelling(ChangelogNames names, boolean literal) {
  private static final Pattern PROPERTY = Pattern.compile("([\"'])binlog\\.(\\w+)\\1");
  private static final Pattern HIDDEN = Pattern.compile("__DORIS_BINLOG_(TSO|LSN|OP)__");
  private static final Pattern FUNCTION = Pattern.compile("(?i)\\bbinlog\\s*\\(");
  private static final Pattern GONE =
      Pattern.compile(
          "[\"']binlog\\.(?:format[\"']\\s*=\\s*[\"']ROW|max_\\w+[\"']\\s*=\\s*[\"']\\d+)"
              + "[\"']\\s*,?");
  private static final Pattern FORMAT_TEXT =
      Pattern.compile("(?i)binlog format|can't disable binlog|db binlog is enable");
  private static final Pattern FEATURE =
      Pattern.compile("(?i)row[- ]binlog|binlog<row>|binlog|changelog");

  /** The hidden column behind tso, lsn or op. */
  String hidden(String what) {
    return switch (what) {
      case "tso" -> names.tsoColumn();
      case "lsn" -> names.lsnColumn();
      case "op" -> names.opColumn();
      default -> throw new IllegalArgumentException(what);
    };
  }

  /** A property key such as {@code binlog.ttl_seconds}. */
  String property(String key) {
    return key.startsWith("binlog.") ? names.word() + key.substring("binlog".length()) : key;
  }

  /** Whether a property of the old spelling has no successor, because it says nothing new. */
  boolean isGone(String key, String value) {
    return !old() && GONE.matcher("\"" + key + "\"=\"" + value + "\"").matches();
  }

  boolean old() {
    return names.word().equals("binlog");
  }

  /** The name of the table function that shows raw records. */
  String rawFunction() {
    return names.word();
  }

  /** SQL written in the old words, in the server's. */
  String sql(String text) {
    String result = old() ? text : GONE.matcher(text).replaceAll("");
    result = PROPERTY.matcher(result).replaceAll("$1" + names.word() + ".$2$1");
    result =
        HIDDEN
            .matcher(result)
            .replaceAll(
                found -> Matcher.quoteReplacement(hidden(found.group(1).toLowerCase(Locale.ROOT))));
    return FUNCTION.matcher(result).replaceAll(rawFunction() + "(");
  }

  /**
   * Whether a message holds the text that a case expects. A text about the format of the log, or
   * about a database that logs statements, names a property that went away with the rename: there
   * any refusal will do.
   */
  boolean says(String message, String expected) {
    if (!old() && FORMAT_TEXT.matcher(expected).find()) {
      return true;
    }
    return literal ? message.contains(expected) : neutral(message).contains(neutral(expected));
  }

  private static String neutral(String text) {
    return FEATURE.matcher(text).replaceAll("changelog").toLowerCase(Locale.ROOT);
  }
}
