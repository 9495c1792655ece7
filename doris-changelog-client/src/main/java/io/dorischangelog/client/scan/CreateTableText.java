package io.dorischangelog.client.scan;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code SHOW CREATE TABLE} tells: the table model and the properties. Quoted names and
 * comments are blanked out first, so that a comment that speaks of {@code UNIQUE KEY(} deceives
 * nobody.
 */
final class CreateTableText {
  private static final Pattern PROPERTY =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern MODEL =
      Pattern.compile("\\b(UNIQUE|DUPLICATE|AGGREGATE)\\s+KEY\\s*\\(");

  /** The value of a dynamic partition start that drops nothing. */
  private static final String NO_START = String.valueOf(Integer.MIN_VALUE);

  private final String model;
  private final Map<String, String> properties;

  private CreateTableText(String model, Map<String, String> properties) {
    this.model = model;
    this.properties = properties;
  }

  static CreateTableText parse(String statement) {
    String blanked = blankQuoted(statement);
    Matcher model = MODEL.matcher(blanked);
    String word = model.find() ? model.group(1) : "";
    int start = blanked.lastIndexOf("PROPERTIES");
    Map<String, String> properties = new LinkedHashMap<>();
    if (start >= 0) {
      Matcher property = PROPERTY.matcher(statement).region(start, statement.length());
      while (property.find()) {
        properties.put(property.group(1).toLowerCase(Locale.ROOT), property.group(2));
      }
    }
    return new CreateTableText(word, properties);
  }

  /** Same length, with everything between quotes replaced by blanks. */
  private static String blankQuoted(String text) {
    StringBuilder blanked = new StringBuilder(text.length());
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0) {
        quote = c == '\'' || c == '"' || c == '`' ? c : 0;
        blanked.append(c);
      } else if (c == '\\' && quote != '`' && i + 1 < text.length()) {
        blanked.append("  ");
        i++;
      } else {
        quote = c == quote ? 0 : quote;
        blanked.append(quote == 0 ? c : ' ');
      }
    }
    return blanked.toString();
  }

  /** {@code UNIQUE}, {@code DUPLICATE}, {@code AGGREGATE}, or empty where none is declared. */
  String model() {
    return model;
  }

  /** A property by its key, which is compared in lower case. */
  Optional<String> property(String key) {
    return Optional.ofNullable(properties.get(key));
  }

  /**
   * The word under which this server keeps the feature's properties: {@code changelog}, or {@code
   * binlog} before the rename (where the row format has to be asked for as well); empty: the table
   * has no row changelog.
   */
  Optional<String> featureWord() {
    if (isTrue("changelog.enable")) {
      return Optional.of("changelog");
    }
    boolean rowFormat = "ROW".equals(properties.get("binlog.format"));
    return isTrue("binlog.enable") && rowFormat ? Optional.of("binlog") : Optional.empty();
  }

  /**
   * Whether the table drops its oldest partitions by itself: dynamic partitions with a start, or a
   * number of partitions to keep.
   */
  boolean dropsOldPartitions() {
    boolean dynamic =
        isTrue("dynamic_partition.enable")
            && property("dynamic_partition.start").filter(s -> !s.equals(NO_START)).isPresent();
    return dynamic || property("partition.retention_count").isPresent();
  }

  boolean isTrue(String key) {
    return "true".equalsIgnoreCase(properties.get(key));
  }
}
