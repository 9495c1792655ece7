package io.dorischangelog.testserver.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bound of a window, or the time of a read, as a case words it. */
sealed interface Moment {

  /** A whole second strictly between the commits of step {@code step} and the next; 0: before. */
  record Gap(int step) implements Moment {}

  /** The millisecond in which a step commits, which has to be a whole second. */
  record Commit(int step) implements Moment {}

  /** The server's time at the moment of the read, which has to be a whole second. */
  record Now() implements Moment {}

  /** A text that goes to the server as it is. */
  record Literal(String text) implements Moment {}

  Pattern GAP = Pattern.compile("(?i)\\s*(after|before) (?:txn|transaction|step) (\\d+)\\s*");
  Pattern COMMIT =
      Pattern.compile(
          "(?i)\\s*(?:exactly )?(?:at )?the commit (?:millisecond|second|time) of txn (\\d+)\\s*");
  Pattern NOW =
      Pattern.compile("(?i)\\s*(?:exactly )?(?:the )?(?:current TSO physical time|now)\\s*");
  Pattern TIMESTAMP = Pattern.compile("[-0-9:. TZ+/]+");

  /**
   * Reads a bound.
   *
   * @param refused whether the read must fail, so that any text may be meant literally
   */
  static Moment bound(String text, boolean refused) {
    OptionalInt gap = gap(text);
    if (gap.isPresent()) {
      return new Gap(gap.getAsInt());
    }
    Matcher commit = COMMIT.matcher(text);
    if (commit.matches()) {
      return new Commit(Integer.parseInt(commit.group(1)));
    } else if (NOW.matcher(text).matches()) {
      return new Now();
    } else if (refused || TIMESTAMP.matcher(text).matches()) {
      return new Literal(text);
    }
    throw new CannotExpress("unknown wording of a window bound: '" + text + "'");
  }

  /** The step behind which a read with this {@code at} happens. */
  static int step(Optional<String> at, int lastStep) {
    if (at.isEmpty()) {
      return lastStep;
    }
    OptionalInt gap = gap(at.get());
    if (gap.isEmpty()) {
      throw new CannotExpress("unknown wording of 'at': '" + at.get() + "'");
    }
    return gap.getAsInt();
  }

  private static OptionalInt gap(String text) {
    Matcher matcher = GAP.matcher(text);
    if (!matcher.matches()) {
      return OptionalInt.empty();
    }
    int step = Integer.parseInt(matcher.group(2));
    return OptionalInt.of(matcher.group(1).equalsIgnoreCase("before") ? step - 1 : step);
  }
}
