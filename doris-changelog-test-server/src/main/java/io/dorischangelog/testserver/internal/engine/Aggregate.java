package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Comparison;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One call of an aggregate function, with the type of its result. */
record Aggregate(String name, Bound argument, boolean distinct, DorisType type) {
  /** Type of the argument that {@code COUNT(*)} counts. */
  static final DorisType ROW = DorisType.of(Kind.BOOLEAN);

  private static final int MAX_PRECISION = 38;
  private static final int AVERAGE_SCALE = 4;

  static Aggregate of(String name, Bound argument, boolean distinct) {
    return new Aggregate(name, argument, distinct, resultType(name, argument.type()));
  }

  private static DorisType resultType(String name, DorisType argument) {
    return switch (name) {
      case "COUNT", "BITMAP_UNION_COUNT", "HLL_UNION_AGG" -> DorisType.of(Kind.BIGINT);
      case "MIN", "MAX", "ANY_VALUE" -> argument;
      case "BITMAP_UNION" -> DorisType.of(Kind.BITMAP);
      case "HLL_UNION" -> DorisType.of(Kind.HLL);
      case "GROUP_CONCAT" -> DorisType.of(Kind.STRING);
      case "COLLECT_LIST", "COLLECT_SET" -> DorisType.array(argument);
      case "SUM" -> sumType(argument);
      default -> averageType(argument);
    };
  }

  private static DorisType sumType(DorisType argument) {
    return switch (argument.kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, NULL -> DorisType.of(Kind.BIGINT);
      case LARGEINT -> argument;
      case DECIMAL -> DorisType.decimal(MAX_PRECISION, argument.scale());
      case FLOAT, DOUBLE, CHAR, VARCHAR, STRING -> DorisType.of(Kind.DOUBLE);
      default -> throw DorisException.of("sum requires a numeric parameter: " + argument.sql());
    };
  }

  private static DorisType averageType(DorisType argument) {
    return argument.kind() == Kind.DECIMAL
        ? DorisType.decimal(MAX_PRECISION, Math.max(AVERAGE_SCALE, argument.scale()))
        : sumType(argument).equals(argument) && argument.kind() == Kind.DOUBLE
            ? argument
            : DorisType.of(Kind.DOUBLE);
  }

  boolean nullable() {
    return !type.equals(DorisType.of(Kind.BIGINT)) || name.equals("SUM");
  }

  State start() {
    return new State();
  }

  /** The running result of one pass. */
  final class State {
    private final Comparator<Object> order = Comparison.ofType(argument.type());
    private final boolean onceEach = distinct || name.equals("COLLECT_SET");
    private final Set<Object> seen = new TreeSet<>(order);
    private long count;
    private BigDecimal sum = BigDecimal.ZERO;
    private double floatingSum;
    private @Nullable Object extreme;
    private final Set<Object> union = new TreeSet<>();
    private final List<Object> collected = new ArrayList<>();
    private final StringJoiner joined = new StringJoiner(", ");

    void add(@Nullable Object[] row) {
      Object value = argument.value(row);
      if (value == null || (onceEach && !seen.add(value))) {
        return;
      }
      count++;
      switch (name) {
        case "MIN", "MAX" -> addExtreme(value);
        case "SUM", "AVG" -> addNumber(value);
        case "ANY_VALUE" -> extreme = value;
        case "COLLECT_LIST", "COLLECT_SET" -> collected.add(value);
        case "GROUP_CONCAT" -> joined.add(Values.format(value, argument.type()));
        case "BITMAP_UNION", "BITMAP_UNION_COUNT", "HLL_UNION", "HLL_UNION_AGG" ->
            union.addAll((Collection<?>) value);
        default -> {}
      }
    }

    private void addExtreme(Object value) {
      int sign = name.equals("MAX") ? 1 : -1;
      if (extreme == null || order.compare(value, extreme) * sign > 0) {
        extreme = value;
      }
    }

    private void addNumber(Object value) {
      if (value instanceof Double || value instanceof Float) {
        floatingSum += ((Number) value).doubleValue();
      } else {
        sum =
            sum.add(
                value instanceof Boolean b
                    ? (b ? BigDecimal.ONE : BigDecimal.ZERO)
                    : new BigDecimal(value.toString()));
      }
    }

    @Nullable Object result() {
      return switch (name) {
        case "COUNT" -> count;
        case "BITMAP_UNION_COUNT", "HLL_UNION_AGG" -> (long) union.size();
        case "BITMAP_UNION", "HLL_UNION" -> union;
        case "MIN", "MAX", "ANY_VALUE" -> extreme;
        case "COLLECT_LIST", "COLLECT_SET" -> collected;
        case "GROUP_CONCAT" -> count == 0 ? null : joined.toString();
        case "SUM" -> count == 0 ? null : sumResult();
        default -> count == 0 ? null : average();
      };
    }

    private Object sumResult() {
      return switch (type.kind()) {
        case BIGINT -> sum.longValue();
        case LARGEINT -> sum.toBigInteger();
        case DECIMAL -> sum.setScale(type.scale(), RoundingMode.HALF_UP);
        default -> floatingSum + sum.doubleValue();
      };
    }

    private Object average() {
      if (type.kind() == Kind.DECIMAL) {
        return sum.divide(BigDecimal.valueOf(count), type.scale(), RoundingMode.HALF_UP);
      }
      return (floatingSum + sum.doubleValue()) / count;
    }
  }
}
