package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.sql.Expr.BinaryOperator;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators on numbers. Integers give BIGINT (or LARGEINT), {@code /} of integers gives DOUBLE. */
final class Arithmetic {
  private static final int MAX_PRECISION = 38;

  private Arithmetic() {}

  static Bound negate(Bound operand) {
    Bound zero = Bound.constant((byte) 0, DorisType.of(Kind.TINYINT));
    return bind(BinaryOperator.SUBTRACT, zero, operand);
  }

  static Bound bind(BinaryOperator operator, Bound left, Bound right) {
    Kind a = left.kind();
    Kind b = right.kind();
    if (!isOperand(a) || !isOperand(b)) {
      throw EvalErrors.wrongArguments(operator.name(), List.of(left, right));
    }
    if (isFloating(a) || isFloating(b)) {
      return floating(operator, left, right);
    } else if (a == Kind.DECIMAL || b == Kind.DECIMAL) {
      return decimal(operator, left, right);
    } else if (operator == BinaryOperator.DIVIDE) {
      return floating(operator, left, right);
    }
    return integer(operator, left, right);
  }

  private static boolean isOperand(Kind kind) {
    return CommonType.isNumber(kind) || CommonType.isText(kind) || kind == Kind.NULL;
  }

  /** A text among numbers is read as DOUBLE. */
  private static boolean isFloating(Kind kind) {
    return CommonType.isFloating(kind) || CommonType.isText(kind);
  }

  private static Bound floating(BinaryOperator operator, Bound left, Bound right) {
    boolean integerResult = operator == BinaryOperator.INTEGER_DIVIDE;
    return new Bound(
        DorisType.of(integerResult ? Kind.BIGINT : Kind.DOUBLE),
        nullable(operator, left, right),
        row -> {
          Object a = left.value(row);
          Object b = right.value(row);
          if (a == null || b == null) {
            return null;
          }
          Double result = floating(operator, a, b);
          return result == null || !integerResult ? result : (Object) result.longValue();
        });
  }

  private static @Nullable Double floating(BinaryOperator operator, Object left, Object right) {
    double a;
    double b;
    try {
      a = Numbers.floating(left);
      b = Numbers.floating(right);
    } catch (NumberFormatException e) {
      return null;
    }
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE, INTEGER_DIVIDE -> b == 0 ? null : Double.valueOf(a / b);
      default -> b == 0 ? null : Double.valueOf(a % b);
    };
  }

  private static Bound decimal(BinaryOperator operator, Bound left, Bound right) {
    DorisType type = decimalType(operator, left.type(), right.type());
    return new Bound(
        type,
        nullable(operator, left, right),
        row -> {
          Object a = left.value(row);
          Object b = right.value(row);
          return a == null || b == null
              ? null
              : decimal(operator, Numbers.decimal(a), Numbers.decimal(b), type);
        });
  }

  private static DorisType decimalType(BinaryOperator operator, DorisType left, DorisType right) {
    if (left.kind() == Kind.NULL || right.kind() == Kind.NULL) {
      return left.kind() == Kind.NULL ? right : left;
    }
    DorisType a = CommonType.asDecimal(left);
    DorisType b = CommonType.asDecimal(right);
    return switch (operator) {
      case MULTIPLY -> capped(a.length() + b.length(), a.scale() + b.scale());
      case DIVIDE -> capped(a.length() + b.scale() + 4, a.scale() + 4);
      case INTEGER_DIVIDE -> DorisType.of(Kind.BIGINT);
      default -> {
        DorisType common = CommonType.of(a, b);
        yield capped(common.length() + 1, common.scale());
      }
    };
  }

  private static DorisType capped(int precision, int scale) {
    int p = Math.min(MAX_PRECISION, Math.max(precision, scale));
    return DorisType.decimal(p, Math.min(scale, p));
  }

  private static @Nullable Object decimal(
      BinaryOperator operator, BigDecimal a, BigDecimal b, DorisType type) {
    boolean divides = operator.compareTo(BinaryOperator.DIVIDE) >= 0;
    if (divides && b.signum() == 0) {
      return null;
    }
    return switch (operator) {
      case ADD -> scaled(a.add(b), type);
      case SUBTRACT -> scaled(a.subtract(b), type);
      case MULTIPLY -> scaled(a.multiply(b), type);
      case DIVIDE -> a.divide(b, type.scale(), RoundingMode.HALF_UP);
      case INTEGER_DIVIDE -> a.divideToIntegralValue(b).longValue();
      default -> scaled(a.remainder(b), type);
    };
  }

  private static BigDecimal scaled(BigDecimal value, DorisType type) {
    return value.setScale(type.scale(), RoundingMode.HALF_UP);
  }

  private static Bound integer(BinaryOperator operator, Bound left, Bound right) {
    boolean large = left.kind() == Kind.LARGEINT || right.kind() == Kind.LARGEINT;
    return new Bound(
        DorisType.of(large ? Kind.LARGEINT : Kind.BIGINT),
        nullable(operator, left, right),
        row -> {
          Object a = left.value(row);
          Object b = right.value(row);
          if (a == null || b == null) {
            return null;
          }
          return large
              ? large(operator, integer(a), integer(b))
              : small(operator, integer(a).longValue(), integer(b).longValue());
        });
  }

  private static BigInteger integer(Object value) {
    return Numbers.decimal(value).toBigInteger();
  }

  private static @Nullable Object small(BinaryOperator operator, long a, long b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case MODULO -> b == 0 ? null : Long.valueOf(a % b);
      default -> b == 0 ? null : Long.valueOf(a / b);
    };
  }

  private static @Nullable Object large(BinaryOperator operator, BigInteger a, BigInteger b) {
    return switch (operator) {
      case ADD -> a.add(b);
      case SUBTRACT -> a.subtract(b);
      case MULTIPLY -> a.multiply(b);
      case MODULO -> b.signum() == 0 ? null : a.remainder(b);
      default -> b.signum() == 0 ? null : a.divide(b);
    };
  }

  private static boolean nullable(BinaryOperator operator, Bound left, Bound right) {
    return left.nullable() || right.nullable() || operator.compareTo(BinaryOperator.DIVIDE) >= 0;
  }
}
