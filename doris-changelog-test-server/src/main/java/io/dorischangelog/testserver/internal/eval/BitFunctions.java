package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of the bits of an integer; the operators are calls of them. */
final class BitFunctions {
  private BitFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "BITAND" -> of(name, args, (a, b) -> a & b);
      case "BITOR" -> of(name, args, (a, b) -> a | b);
      case "BITXOR" -> of(name, args, (a, b) -> a ^ b);
      case "BIT_SHIFT_LEFT" -> of(name, args, (a, b) -> b < 0 || b > 63 ? 0 : a << b);
      case "BIT_SHIFT_RIGHT" -> of(name, args, (a, b) -> b < 0 || b > 63 ? 0 : a >>> b);
      case "BITNOT" -> not(args);
      default -> null;
    };
  }

  private static void checkIntegers(String name, List<Bound> args) {
    for (Bound argument : args) {
      if (!CommonType.isInteger(argument.kind()) && argument.kind() != Kind.NULL) {
        throw EvalErrors.wrongArguments(name, args);
      }
    }
  }

  private static Bound of(String name, List<Bound> args, LongBinaryOperator operator) {
    Functions.expect(name, args, 2, 2);
    checkIntegers(name, args);
    return Strict.call(
        DorisType.of(Kind.BIGINT),
        args,
        values -> operator.applyAsLong(number(values[0]), number(values[1])));
  }

  private static Bound not(List<Bound> args) {
    Functions.expect("BITNOT", args, 1, 1);
    checkIntegers("BITNOT", args);
    return Strict.call(DorisType.of(Kind.BIGINT), args, values -> ~number(values[0]));
  }

  private static long number(Object value) {
    return Numbers.decimal(value).longValue();
  }
}
