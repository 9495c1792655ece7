package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.sql.Expr.BinaryOperator;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** IF and its kin. */
final class ConditionalFunctions {
  private ConditionalFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    switch (name) {
      case "IF" -> {
        Functions.expect(name, args, 3, 3);
        return Conditionals.choose(args.subList(0, 1), args.subList(1, 3), context.zone());
      }
      case "IFNULL", "NVL" -> {
        Functions.expect(name, args, 2, 2);
        return Conditionals.coalesce(args, context.zone());
      }
      case "COALESCE" -> {
        Functions.expect(name, args, 1, Integer.MAX_VALUE);
        return Conditionals.coalesce(args, context.zone());
      }
      case "ISNULL" -> {
        Functions.expect(name, args, 1, 1);
        Bound value = args.get(0);
        return new Bound(DorisType.of(Kind.BOOLEAN), false, row -> value.value(row) == null);
      }
      case "NULLIF" -> {
        Functions.expect(name, args, 2, 2);
        return nullIf(args.get(0), args.get(1), context);
      }
      default -> {
        return null;
      }
    }
  }

  private static Bound nullIf(Bound value, Bound other, EvaluationContext context) {
    Bound equal = Comparison.bind(BinaryOperator.EQUAL, value, other, context.zone());
    Bound nothing = Bound.constant(null, DorisType.of(Kind.NULL));
    return Conditionals.choose(List.of(equal), List.of(nothing, value), context.zone());
  }
}
