package io.dorischangelog.client;

import java.util.Locale;
import java.util.regex.Pattern;

/** Java names as column names: {@code userId} and {@code userID} are {@code user_id}. */
final class SnakeCase {

  private static final Pattern WORD_START =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private SnakeCase() {}

  static String of(String camelCase) {
    return WORD_START.matcher(camelCase).replaceAll("_").toLowerCase(Locale.ROOT);
  }
}
