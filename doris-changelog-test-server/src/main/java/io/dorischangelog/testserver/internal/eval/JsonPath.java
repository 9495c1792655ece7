package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads paths such as {@code $.a."b c"[0]}. */
final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile("\\.\"([^\"]*)\"|\\.([^.\\[\"]+)|\\[\\s*([0-9]+)\\s*\\]");

  private JsonPath() {}

  /** Names and positions from the outside inwards. */
  static List<String> steps(String path) {
    String trimmed = path.strip();
    List<String> steps = new ArrayList<>();
    int end = trimmed.startsWith("$") ? 1 : 0;
    String rest = end == 0 ? "." + trimmed : trimmed;
    Matcher step = STEP.matcher(rest);
    while (step.region(end, rest.length()).lookingAt()) {
      for (int group = 1; group <= 3; group++) {
        if (step.group(group) != null) {
          steps.add(step.group(group));
        }
      }
      end = step.end();
    }
    if (end < rest.length()) {
      throw DorisException.of("Json path error: Invalid Json Path for value: " + path);
    }
    return steps;
  }
}
