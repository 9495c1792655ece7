package io.dorischangelog.testserver.conformance;

import java.util.ArrayList;
import java.util.List;

/** What a played case came to: passed if nothing was noted. */
final class Outcome {
  private final List<String> failures = new ArrayList<>();
  private final List<String> skips = new ArrayList<>();

  void fail(String text) {
    failures.add(text);
  }

  void skip(String reason) {
    skips.add(reason);
  }

  void add(Outcome other) {
    failures.addAll(other.failures);
    skips.addAll(other.skips);
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  List<String> skips() {
    return List.copyOf(skips);
  }
}
