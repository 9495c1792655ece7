package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ROUND and TRUNCATE, and functions of DOUBLE. */
final class RoundingFunctions {
  private static final DorisType DOUBLE = DorisType.of(Kind.DOUBLE);

  private RoundingFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "ROUND" -> rounded(name, args, RoundingMode.HALF_UP);
      case "TRUNCATE" -> rounded(name, args, RoundingMode.DOWN);
      case "POW", "POWER" -> of(name, args, 2, a -> Math.pow(number(a[0]), number(a[1])));
      case "SQRT" -> of(name, args, 1, a -> number(a[0]) < 0 ? null : Math.sqrt(number(a[0])));
      case "SIGN" -> sign(args);
      default -> null;
    };
  }

  private static void checkNumbers(String name, List<Bound> args) {
    for (Bound argument : args) {
      if (!CommonType.isNumber(argument.kind()) && argument.kind() != Kind.NULL) {
        throw EvalErrors.wrongArguments(name, args);
      }
    }
  }

  private static Bound of(String name, List<Bound> args, int count, Strict.Body body) {
    Functions.expect(name, args, count, count);
    checkNumbers(name, args);
    return Strict.call(DOUBLE, args, body);
  }

  private static double number(Object value) {
    return Numbers.floating(value);
  }

  private static Bound sign(List<Bound> args) {
    Functions.expect("SIGN", args, 1, 1);
    checkNumbers("SIGN", args);
    return Strict.call(
        DorisType.of(Kind.TINYINT), args, a -> (byte) Numbers.decimal(a[0]).signum());
  }

  /** A decimal keeps as many digits as are asked for by a literal, an integer its own. */
  private static Bound rounded(String name, List<Bound> args, RoundingMode mode) {
    Functions.expect(name, args, 1, 2);
    checkNumbers(name, args);
    Bound value = args.get(0);
    List<Bound> both = new ArrayList<>(args);
    if (both.size() == 1) {
      both.add(Bound.constant(0, DorisType.of(Kind.INT)));
    }
    if (CommonType.isFloating(value.kind()) || value.kind() == Kind.NULL) {
      return Strict.call(DOUBLE, both, a -> scaled(a, mode).doubleValue());
    } else if (CommonType.isInteger(value.kind())) {
      return Strict.call(DorisType.of(Kind.BIGINT), both, a -> scaled(a, mode).longValue());
    }
    DorisType type = decimalType(value.type(), both.get(1));
    return Strict.call(
        type, both, a -> scaled(a, mode).setScale(type.scale(), RoundingMode.HALF_UP));
  }

  private static BigDecimal scaled(Object[] args, RoundingMode mode) {
    return Numbers.decimal(args[0]).setScale(Numbers.decimal(args[1]).intValue(), mode);
  }

  private static DorisType decimalType(DorisType type, Bound digits) {
    Object constant = digits.value(new Object[0]);
    int wanted = constant == null ? type.scale() : Numbers.decimal(constant).intValue();
    int scale = Math.max(0, Math.min(wanted, type.scale()));
    return DorisType.decimal(Math.max(1, type.length() - type.scale() + scale + 1), scale);
  }
}
