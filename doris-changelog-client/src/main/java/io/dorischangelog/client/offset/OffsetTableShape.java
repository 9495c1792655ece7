package io.dorischangelog.client.offset;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares an offset table with the one of the official connector. In another one rows pile up, or
 * times are cut off or written in another form than they are compared in.
 */
final class OffsetTableShape {
  private static final Pattern KEY =
      Pattern.compile("UNIQUE KEY\\s*\\(\\s*`?consumer_id`?\\s*\\)", Pattern.CASE_INSENSITIVE);
  private static final Pattern TIMESTAMP = column("offset_timestamp");
  private static final Pattern UPDATED = column("update_time");

  /**
   * Names of one type: servers say it in several ways. Text keeps what is written to it as well.
   */
  private static final Set<String> WHOLE_SECONDS =
      Set.of("datetime", "datetime(0)", "datetimev2", "datetimev2(0)", "string", "text");

  private static final Pattern CHARACTERS =
      Pattern.compile("(var)?char\\((19|[2-9]\\d|\\d{3,})\\)");

  private OffsetTableShape() {}

  /**
   * What is wrong with a table, as the end of a sentence that begins with its name.
   *
   * @param definition its CREATE statement
   */
  static Optional<String> fault(String definition) {
    if (!KEY.matcher(definition).find()) {
      return Optional.of("does not have UNIQUE KEY(consumer_id), so rows of a consumer pile up");
    }
    Matcher timestamp = TIMESTAMP.matcher(definition);
    if (!timestamp.find()) {
      return Optional.of("has no column offset_timestamp");
    }
    String type = timestamp.group(1).toLowerCase(Locale.ROOT);
    if (!WHOLE_SECONDS.contains(type) && !CHARACTERS.matcher(type).matches()) {
      return Optional.of("has offset_timestamp as " + type + " instead of DATETIME");
    }
    return UPDATED.matcher(definition).find()
        ? Optional.empty()
        : Optional.of("has no column update_time");
  }

  private static Pattern column(String name) {
    return Pattern.compile(
        "[(,]\\s*`?" + name + "`?\\s+(\\w+(?:\\(\\d+\\))?)", Pattern.CASE_INSENSITIVE);
  }
}
