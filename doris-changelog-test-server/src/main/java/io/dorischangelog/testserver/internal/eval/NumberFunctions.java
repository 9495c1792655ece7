package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.sql.Expr.BinaryOperator;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. */
final class NumberFunctions {
  private NumberFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    switch (name) {
      case "ABS" -> {
        return abs(single(name, args));
      }
      case "MOD", "FMOD" -> {
        Functions.expect(name, args, 2, 2);
        return Arithmetic.bind(BinaryOperator.MODULO, args.get(0), args.get(1));
      }
      case "FLOOR" -> {
        return toInteger(single(name, args), RoundingMode.FLOOR);
      }
      case "CEIL", "CEILING" -> {
        return toInteger(single(name, args), RoundingMode.CEILING);
      }
      case "GREATEST", "LEAST" -> {
        Functions.expect(name, args, 1, Integer.MAX_VALUE);
        return extreme(args, name.equals("GREATEST") ? 1 : -1, context);
      }
      default -> {
        return null;
      }
    }
  }

  private static Bound single(String name, List<Bound> args) {
    Functions.expect(name, args, 1, 1);
    if (!CommonType.isNumber(args.get(0).kind()) && args.get(0).kind() != Kind.NULL) {
      throw EvalErrors.wrongArguments(name, args);
    }
    return args.get(0);
  }

  private static Bound abs(Bound value) {
    if (CommonType.isFloating(value.kind())) {
      return mapped(value, DorisType.of(Kind.DOUBLE), x -> Math.abs(Numbers.floating(x)));
    } else if (value.kind() == Kind.DECIMAL) {
      return mapped(value, value.type(), x -> ((BigDecimal) x).abs());
    } else if (value.kind() == Kind.LARGEINT) {
      return mapped(value, value.type(), x -> Numbers.decimal(x).abs().toBigInteger());
    }
    return mapped(value, DorisType.of(Kind.BIGINT), x -> Numbers.decimal(x).abs().longValue());
  }

  private static Bound toInteger(Bound value, RoundingMode mode) {
    return mapped(
        value, DorisType.of(Kind.BIGINT), x -> Numbers.decimal(x).setScale(0, mode).longValue());
  }

  private static Bound mapped(Bound value, DorisType type, UnaryOperator<Object> function) {
    return new Bound(
        type,
        value.nullable(),
        row -> {
          Object x = value.value(row);
          return x == null ? null : function.apply(x);
        });
  }

  private static Bound extreme(List<Bound> args, int sign, EvaluationContext context) {
    DorisType type = CommonType.of(args);
    List<Bound> cast = Casts.all(args, type, context.zone());
    var order = Comparison.ofType(type);
    return new Bound(
        type,
        cast.stream().anyMatch(Bound::nullable),
        row -> {
          Object best = null;
          for (Bound value : cast) {
            Object candidate = value.value(row);
            if (candidate == null) {
              return null;
            }
            best = best == null || order.compare(candidate, best) * sign > 0 ? candidate : best;
          }
          return best;
        });
  }
}
