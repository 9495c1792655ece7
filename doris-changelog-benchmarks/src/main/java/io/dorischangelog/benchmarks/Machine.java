package io.dorischangelog.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Where, when and with what a run was made. */
record Machine(double loadBefore) {

  static Machine here() {
    return new Machine(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%s, commit %s, %s %s, %d cores, JDK %s, load average %.1f before the run",
        LocalDate.now(ZoneOffset.UTC),
        commit(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        loadBefore);
  }

  /** The commit of the working directory; "unknown" where there is none or no git. */
  private static String commit() {
    try {
      Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.isBlank() ? "unknown" : answer.strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
