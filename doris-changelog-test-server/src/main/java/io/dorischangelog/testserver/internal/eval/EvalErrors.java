package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Doris' texts for expressions that make no sense. */
public final class EvalErrors {
  private EvalErrors() {}

  /** A column that the relation does not have. */
  public static DorisException unknownColumn(String name, String place) {
    return DorisException.of("Unknown column '" + name + "' in '" + place + "'");
  }

  static DorisException wrongArguments(String function, List<Bound> arguments) {
    String types =
        arguments.stream().map(Bound::type).map(DorisType::sql).collect(Collectors.joining(", "));
    return DorisException.of(
        "Can not find the compatibility function signature: "
            + function.toLowerCase(Locale.ROOT)
            + "("
            + types.toUpperCase(Locale.ROOT)
            + ")");
  }

  static DorisException notComparable(DorisType left, DorisType right) {
    return DorisException.of(
        "can not cast from origin type " + left.sql() + " to target type=" + right.sql());
  }
}
