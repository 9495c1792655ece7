package io.dorischangelog.benchmarks;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Numbers that can be changed on the command line, as {@code --name number}. */
final class Settings {
  private static final Map<String, Long> DEFAULTS =
      Map.of(
          "rows", 8_000_000L,
          "rounds", 7L,
          "warm-ups", 4L,
          "catch-up-rows", 100_000_000L,
          "windows", 1_000L,
          "window-rows", 250_000L);

  private final Map<String, Long> values;
  private final Optional<Path> document;

  private Settings(Map<String, Long> values, Optional<Path> document) {
    this.values = values;
    this.document = document;
  }

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException if a name is unknown or a number is none, or below 1
   */
  static Settings parse(String[] args) {
    Map<String, Long> values = new TreeMap<>(DEFAULTS);
    Optional<Path> document = Optional.empty();
    for (int i = 0; i < args.length; i += 2) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : args[i];
      if (name.equals("write") && i + 1 < args.length) {
        document = Optional.of(Path.of(args[i + 1]).toAbsolutePath());
        continue;
      }
      if (!DEFAULTS.containsKey(name) || i + 1 == args.length) {
        throw new IllegalArgumentException(
            "'" + args[i] + "' is not an option followed by a number; options: " + values);
      }
      long value = Long.parseLong(args[i + 1]);
      if (value < 1) {
        throw new IllegalArgumentException(args[i] + " must be 1 or more, but was " + value);
      }
      values.put(name, value);
    }
    return new Settings(values, document);
  }

  private long value(String name) {
    return values.getOrDefault(name, 0L);
  }

  /** Where to put the results. */
  Optional<Path> document() {
    return document;
  }

  /** Rows of the end-to-end runs. */
  long rows() {
    return value("rows");
  }

  int rounds() {
    return Math.toIntExact(value("rounds"));
  }

  int warmUps() {
    return Math.toIntExact(value("warm-ups"));
  }

  long catchUpRows() {
    return value("catch-up-rows");
  }

  int windows() {
    return Math.toIntExact(value("windows"));
  }

  /** The same with fewer windows, for a run that is to be short. */
  Settings withTenthOfWindows() {
    Map<String, Long> fewer = new TreeMap<>(values);
    fewer.put("windows", Math.max(1L, windows() / 10L));
    return new Settings(fewer, document);
  }

  long windowRows() {
    return value("window-rows");
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
