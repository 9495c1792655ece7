package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns syntax into bound expressions. */
public final class Binder {
  private static final DorisType BOOLEAN = DorisType.of(Kind.BOOLEAN);

  private final Scope scope;
  private final EvaluationContext context;
  private final Calls calls;

  /** Binds calls to the scalar functions only. */
  public Binder(Scope scope, EvaluationContext context) {
    this(scope, context, Calls.NONE);
  }

  /**
   * Creates a binder.
   *
   * @param calls asked first for every call, for aggregate functions
   */
  public Binder(Scope scope, EvaluationContext context, Calls calls) {
    this.scope = scope;
    this.context = context;
    this.calls = calls;
  }

  /** Takes calls before the scalar functions do. */
  @FunctionalInterface
  public interface Calls {
    Calls NONE = call -> null;

    /** The bound call, or null to leave it to the scalar functions. */
    @Nullable Bound bind(Expr.Call call);
  }

  /**
   * Binds one expression.
   *
   * @throws DorisException if a column is unknown or types do not fit
   * @throws UnknownFunctionException if a function is not on the list
   */
  public Bound bind(Expr expr) {
    if (expr instanceof Expr.Literal literal) {
      return Bound.constant(literal.value(), literal.type());
    } else if (expr instanceof Expr.Column column) {
      return column(column);
    } else if (expr instanceof Expr.Unary unary) {
      return unary(unary);
    } else if (expr instanceof Expr.Binary binary) {
      return binary(binary);
    } else if (expr instanceof Expr.Call call) {
      return call(call);
    } else if (expr instanceof Expr.Cast cast) {
      return Casts.bind(bind(cast.operand()), cast.type(), context.zone());
    } else if (expr instanceof Expr.Case branches) {
      return caseExpression(branches);
    }
    return predicateOrVariable(expr);
  }

  /** A column, or what {@code column.field} means where a STRUCT is called like the qualifier. */
  private Bound column(Expr.Column column) {
    List<String> qualifier = column.qualifier();
    try {
      return scope.column(qualifier, column.name());
    } catch (DorisException e) {
      if (qualifier.isEmpty()) {
        throw e;
      }
      Bound outer = structOrNull(qualifier);
      if (outer == null) {
        throw e;
      }
      return Functions.bind("STRUCT_ELEMENT", List.of(outer, Bound.text(column.name())), context);
    }
  }

  private @Nullable Bound structOrNull(List<String> path) {
    try {
      int last = path.size() - 1;
      Bound outer = column(new Expr.Column(path.subList(0, last), path.get(last)));
      return outer.kind() == Kind.STRUCT ? outer : null;
    } catch (DorisException e) {
      return null;
    }
  }

  private Bound predicateOrVariable(Expr expr) {
    if (expr instanceof Expr.In in) {
      return in(in);
    } else if (expr instanceof Expr.Between between) {
      return between(between);
    } else if (expr instanceof Expr.Like like) {
      return like(like);
    } else if (expr instanceof Expr.IsNull isNull) {
      Bound operand = bind(isNull.operand());
      boolean negated = isNull.negated();
      return new Bound(BOOLEAN, false, row -> (operand.value(row) == null) != negated);
    } else if (expr instanceof Expr.SystemVariable variable) {
      return systemVariable(variable);
    } else if (expr instanceof Expr.UserVariable variable) {
      return Bound.text(context.variables().user(variable.name()));
    }
    return collection(expr);
  }

  private Bound collection(Expr expr) {
    if (expr instanceof Expr.ArrayOf array) {
      return arrayOf(bindAll(array.elements()));
    } else if (expr instanceof Expr.MapOf map) {
      return mapOf(bindAll(map.entries()));
    } else if (expr instanceof Expr.Interval) {
      throw DorisException.of("INTERVAL is only allowed beside + and - and in date functions");
    }
    throw DorisException.of("DEFAULT is only allowed among the values of an INSERT");
  }

  List<Bound> bindAll(List<Expr> exprs) {
    List<Bound> result = new ArrayList<>(exprs.size());
    for (Expr expr : exprs) {
      result.add(bind(expr));
    }
    return result;
  }

  private Bound unary(Expr.Unary unary) {
    Bound operand = bind(unary.operand());
    return unary.operator() == Expr.UnaryOperator.NOT ? not(operand) : Arithmetic.negate(operand);
  }

  private static Bound not(Bound operand) {
    return new Bound(
        BOOLEAN,
        operand.nullable(),
        row -> {
          Object value = operand.value(row);
          return value == null ? null : !Truth.of(value);
        });
  }

  private Bound binary(Expr.Binary binary) {
    Expr.BinaryOperator operator = binary.operator();
    if (binary.right() instanceof Expr.Interval interval) {
      boolean minus = operator == Expr.BinaryOperator.SUBTRACT;
      return DateArithmetic.shift(
          bind(binary.left()), bind(interval.amount()), interval.unit(), minus);
    }
    Bound left = bind(binary.left());
    Bound right = bind(binary.right());
    if (operator == Expr.BinaryOperator.AND || operator == Expr.BinaryOperator.OR) {
      return connective(operator == Expr.BinaryOperator.AND, left, right);
    } else if (operator.isComparison()) {
      return Comparison.bind(operator, left, right, context.zone());
    }
    return Arithmetic.bind(operator, left, right);
  }

  /** Three-valued AND and OR: one decisive operand decides, else NULL wins. */
  private static Bound connective(boolean and, Bound left, Bound right) {
    return new Bound(
        BOOLEAN,
        left.nullable() || right.nullable(),
        row -> {
          Object first = left.value(row);
          if (first != null && Truth.of(first) != and) {
            return !and;
          }
          Object second = right.value(row);
          if (second != null && Truth.of(second) != and) {
            return !and;
          }
          return (first == null || second == null) ? null : and;
        });
  }

  private Bound call(Expr.Call call) {
    Bound own = calls.bind(call);
    if (own != null) {
      return own;
    }
    List<Expr> arguments = call.arguments();
    if (arguments.size() == 2 && arguments.get(1) instanceof Expr.Interval interval) {
      return DateArithmetic.call(
          call.name(), bind(arguments.get(0)), bind(interval.amount()), interval.unit());
    }
    return Functions.bind(call.name(), bindAll(arguments), context);
  }

  private Bound in(Expr.In in) {
    Bound operand = bind(in.operand());
    List<Bound> matches = new ArrayList<>();
    for (Expr option : in.options()) {
      matches.add(
          Comparison.bind(Expr.BinaryOperator.EQUAL, operand, bind(option), context.zone()));
    }
    Bound any =
        new Bound(BOOLEAN, matches.stream().anyMatch(Bound::nullable), row -> any(matches, row));
    return in.negated() ? not(any) : any;
  }

  private static @Nullable Boolean any(List<Bound> matches, @Nullable Object[] row) {
    Boolean result = false;
    for (Bound match : matches) {
      Object value = match.value(row);
      if (value == null) {
        result = null;
      } else if (Truth.of(value)) {
        return true;
      }
    }
    return result;
  }

  private Bound between(Expr.Between between) {
    Bound operand = bind(between.operand());
    Bound low =
        Comparison.bind(
            Expr.BinaryOperator.GREATER_OR_EQUAL, operand, bind(between.low()), context.zone());
    Bound high =
        Comparison.bind(
            Expr.BinaryOperator.LESS_OR_EQUAL, operand, bind(between.high()), context.zone());
    Bound both = connective(true, low, high);
    return between.negated() ? not(both) : both;
  }

  private Bound like(Expr.Like like) {
    Bound match =
        LikePattern.bind(
            Casts.text(bind(like.operand())), Casts.text(bind(like.pattern())), like.regex());
    return like.negated() ? not(match) : match;
  }

  private Bound systemVariable(Expr.SystemVariable variable) {
    String value = context.variables().system(variable.scope(), variable.name());
    return value.matches("-?[0-9]{1,18}")
        ? Bound.constant(Long.parseLong(value), DorisType.of(Kind.BIGINT))
        : Bound.text(value);
  }

  private Bound caseExpression(Expr.Case expr) {
    List<Bound> conditions = new ArrayList<>();
    List<Bound> results = new ArrayList<>();
    Bound operand = expr.operand() == null ? null : bind(expr.operand());
    for (Expr.When when : expr.whens()) {
      Bound condition = bind(when.condition());
      conditions.add(
          operand == null
              ? condition
              : Comparison.bind(Expr.BinaryOperator.EQUAL, operand, condition, context.zone()));
      results.add(bind(when.result()));
    }
    results.add(
        expr.otherwise() == null
            ? Bound.constant(null, DorisType.of(Kind.NULL))
            : bind(expr.otherwise()));
    return Conditionals.choose(conditions, results, context.zone());
  }

  private Bound arrayOf(List<Bound> elements) {
    DorisType type = CommonType.of(elements);
    List<Bound> cast = Casts.all(elements, type, context.zone());
    return new Bound(
        DorisType.array(type),
        false,
        row -> {
          List<@Nullable Object> list = new ArrayList<>();
          cast.forEach(element -> list.add(element.value(row)));
          return list;
        });
  }

  private Bound mapOf(List<Bound> entries) {
    List<Bound> keys = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (int i = 0; i < entries.size(); i += 2) {
      keys.add(entries.get(i));
      values.add(entries.get(i + 1));
    }
    DorisType keyType = CommonType.of(keys);
    DorisType valueType = CommonType.of(values);
    return new Bound(
        DorisType.map(keyType, valueType),
        false,
        row -> {
          Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
          for (int i = 0; i < keys.size(); i++) {
            map.put(
                Values.cast(keys.get(i).value(row), keyType),
                Values.cast(values.get(i).value(row), valueType));
          }
          return map;
        });
  }
}
