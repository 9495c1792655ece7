package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.sql.Expr.BinaryOperator;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.time.ZoneId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Comparisons of values of any two types. */
public final class Comparison {
  private Comparison() {}

  static Bound bind(BinaryOperator operator, Bound left, Bound right, ZoneId zone) {
    Comparing comparing = comparing(left.type(), right.type(), zone);
    boolean nullSafe = operator == BinaryOperator.NULL_SAFE_EQUAL;
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        !nullSafe && (left.nullable() || right.nullable()),
        row -> {
          Object a = left.value(row);
          Object b = right.value(row);
          if (a == null || b == null) {
            return nullSafe ? (Object) (a == null && b == null) : null;
          }
          Integer order = comparing.compare(a, b);
          return order == null ? (nullSafe ? (Object) false : null) : matches(operator, order);
        });
  }

  private static boolean matches(BinaryOperator operator, int order) {
    return switch (operator) {
      case EQUAL, NULL_SAFE_EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      default -> throw new IllegalArgumentException(operator.toString());
    };
  }

  /** The order of values of one type for ORDER BY, MIN and MAX. */
  public static Comparator<Object> ofType(DorisType type) {
    return (a, b) -> type.kind() == Kind.NULL ? 0 : Values.compare(a, b, type);
  }

  /** Compares two values; null if one of them cannot be read as the other's type. */
  @FunctionalInterface
  private interface Comparing {
    @Nullable Integer compare(Object left, Object right);
  }

  private static Comparing comparing(DorisType left, DorisType right, ZoneId zone) {
    Kind a = left.kind();
    Kind b = right.kind();
    if (a == Kind.NULL || b == Kind.NULL) {
      return (x, y) -> null;
    } else if (isLong(a) && isLong(b)) {
      return (x, y) -> Long.compare(((Number) x).longValue(), ((Number) y).longValue());
    } else if (CommonType.isNumber(a) && CommonType.isNumber(b)) {
      boolean floating = CommonType.isFloating(a) || CommonType.isFloating(b);
      return floating ? Comparison::asDoubles : Comparison::asDecimals;
    } else if (mixed(a, b)) {
      return Comparison::asDecimals;
    } else if (left.equals(right)) {
      return (x, y) -> Values.compare(x, y, left);
    }
    return byCast(left, right, zone);
  }

  private static boolean isLong(Kind kind) {
    return CommonType.isInteger(kind) && kind != Kind.BOOLEAN && kind != Kind.LARGEINT;
  }

  private static boolean mixed(Kind a, Kind b) {
    return (CommonType.isNumber(a) && CommonType.isText(b))
        || (CommonType.isText(a) && CommonType.isNumber(b));
  }

  private static Comparing byCast(DorisType left, DorisType right, ZoneId zone) {
    DorisType type = typeToCompareIn(left, right);
    return (x, y) -> {
      try {
        Object a = Casts.strict(x, left, type, zone);
        Object b = Casts.strict(y, right, type, zone);
        return a == null || b == null ? null : Values.compare(a, b, type);
      } catch (DorisException e) {
        return null;
      }
    };
  }

  private static DorisType typeToCompareIn(DorisType left, DorisType right) {
    if (CommonType.isText(left.kind()) && CommonType.isText(right.kind())) {
      return DorisType.of(Kind.STRING);
    } else if (CommonType.isText(left.kind())) {
      return widened(right);
    } else if (CommonType.isText(right.kind())) {
      return widened(left);
    } else if (CommonType.isTime(left.kind()) && CommonType.isTime(right.kind())) {
      return CommonType.of(left, right);
    }
    throw EvalErrors.notComparable(left, right);
  }

  /** A text beside a time is read with all its digits, whatever the column keeps. */
  private static DorisType widened(DorisType type) {
    return switch (type.kind()) {
      case DATE, DATETIME -> DorisType.of(Kind.DATETIME, 6);
      case TIMESTAMPTZ -> DorisType.of(Kind.TIMESTAMPTZ, 6);
      default -> type;
    };
  }

  private static Integer asDoubles(Object left, Object right) {
    return Double.compare(toDouble(left), toDouble(right));
  }

  /** Zero has one sign in SQL. */
  private static double toDouble(Object value) {
    return (value instanceof Boolean b ? (b ? 1 : 0) : ((Number) value).doubleValue()) + 0.0;
  }

  private static @Nullable Integer asDecimals(Object left, Object right) {
    try {
      return Numbers.decimal(left).compareTo(Numbers.decimal(right));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
