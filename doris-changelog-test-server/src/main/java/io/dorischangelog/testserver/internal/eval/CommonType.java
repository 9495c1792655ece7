package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The type that can hold the values of several expressions. */
final class CommonType {
  private static final Set<Kind> INTEGERS =
      EnumSet.of(Kind.BOOLEAN, Kind.TINYINT, Kind.SMALLINT, Kind.INT, Kind.BIGINT, Kind.LARGEINT);
  private static final Set<Kind> TEXTS = EnumSet.of(Kind.CHAR, Kind.VARCHAR, Kind.STRING);
  private static final int MAX_PRECISION = 76;

  private CommonType() {}

  static boolean isInteger(Kind kind) {
    return INTEGERS.contains(kind);
  }

  static boolean isFloating(Kind kind) {
    return kind == Kind.FLOAT || kind == Kind.DOUBLE;
  }

  static boolean isNumber(Kind kind) {
    return isInteger(kind) || isFloating(kind) || kind == Kind.DECIMAL;
  }

  static boolean isText(Kind kind) {
    return TEXTS.contains(kind);
  }

  static boolean isTime(Kind kind) {
    return kind == Kind.DATE || kind == Kind.DATETIME || kind == Kind.TIMESTAMPTZ;
  }

  static DorisType of(List<Bound> values) {
    DorisType result = DorisType.of(Kind.NULL);
    for (Bound value : values) {
      result = of(result, value.type());
    }
    return result;
  }

  static DorisType of(DorisType left, DorisType right) {
    if (left.equals(right) || right.kind() == Kind.NULL) {
      return left;
    } else if (left.kind() == Kind.NULL) {
      return right;
    } else if (isNumber(left.kind()) && isNumber(right.kind())) {
      return number(left, right);
    } else if (isTime(left.kind()) && isTime(right.kind())) {
      return time(left, right);
    }
    return isText(left.kind()) && isText(right.kind()) && left.kind() == right.kind()
        ? DorisType.of(left.kind(), Math.max(left.length(), right.length()))
        : DorisType.of(Kind.STRING);
  }

  private static DorisType number(DorisType left, DorisType right) {
    if (isFloating(left.kind()) || isFloating(right.kind())) {
      return DorisType.of(Kind.DOUBLE);
    } else if (left.kind() == Kind.DECIMAL || right.kind() == Kind.DECIMAL) {
      DorisType a = asDecimal(left);
      DorisType b = asDecimal(right);
      int scale = Math.max(a.scale(), b.scale());
      int digits = Math.max(a.length() - a.scale(), b.length() - b.scale());
      return DorisType.decimal(Math.min(MAX_PRECISION, digits + scale), scale);
    }
    return left.kind().compareTo(right.kind()) > 0 ? left : right;
  }

  /** An integer type as a decimal that holds all of it. */
  static DorisType asDecimal(DorisType type) {
    return switch (type.kind()) {
      case DECIMAL -> type;
      case BOOLEAN, TINYINT -> DorisType.decimal(3, 0);
      case SMALLINT -> DorisType.decimal(5, 0);
      case INT -> DorisType.decimal(10, 0);
      case BIGINT -> DorisType.decimal(19, 0);
      default -> DorisType.decimal(39, 0);
    };
  }

  private static DorisType time(DorisType left, DorisType right) {
    Kind kind = left.kind().compareTo(right.kind()) > 0 ? left.kind() : right.kind();
    return DorisType.of(kind, Math.max(Math.max(left.length(), right.length()), 0));
  }
}
