package io.dorischangelog.testserver.internal.eval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scalar functions that the stand-in knows, by groups. */
final class Functions {
  private Functions() {}

  /**
   * Binds a call.
   *
   * @throws UnknownFunctionException if no group has the function
   */
  static Bound bind(String name, List<Bound> arguments, EvaluationContext context) {
    for (Group group : GROUPS) {
      Bound bound = group.bind(name, arguments, context);
      if (bound != null) {
        return bound;
      }
    }
    throw new UnknownFunctionException(name);
  }

  /** Some functions. */
  @FunctionalInterface
  interface Group {
    /** The bound call, or null if the group has no such function. */
    @Nullable Bound bind(String name, List<Bound> arguments, EvaluationContext context);
  }

  private static final List<Group> GROUPS =
      List.of(
          SessionFunctions::bind,
          TimeFunctions::bind,
          TextFunctions::bind,
          NumberFunctions::bind,
          RoundingFunctions::bind,
          BitFunctions::bind,
          TextPartFunctions::bind,
          DigestFunctions::bind,
          JsonFunctions::bind,
          ObjectFunctions::bind,
          BitmapFunctions::bind,
          StructFunctions::bind,
          CollectionFunctions::bind,
          ArrayFunctions::bind,
          ConditionalFunctions::bind);

  /** Checks the number of arguments. */
  static void expect(String name, List<Bound> arguments, int least, int most) {
    if (arguments.size() < least || arguments.size() > most) {
      throw EvalErrors.wrongArguments(name, arguments);
    }
  }
}
