package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Functions that make something of all elements of an ARRAY, or ask a MAP for a key. */
final class ArrayFunctions {
  private ArrayFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "ARRAY_JOIN" -> join(args);
      case "ARRAY_SORT" -> sort(array(name, args, 1));
      case "ARRAY_DISTINCT" -> distinct(array(name, args, 1));
      case "ARRAY_MIN" -> extreme(array(name, args, 1), -1);
      case "ARRAY_MAX" -> extreme(array(name, args, 1), 1);
      case "ARRAY_POSITION" -> position(args, context);
      case "MAP_CONTAINS_KEY" -> containsKey(args, context);
      default -> null;
    };
  }

  private static Bound array(String name, List<Bound> args, int count) {
    Functions.expect(name, args, count, count);
    if (args.get(0).kind() != Kind.ARRAY) {
      throw EvalErrors.wrongArguments(name, args);
    }
    return args.get(0);
  }

  private static DorisType elementType(Bound array) {
    return array.type().children().get(0);
  }

  private static List<?> elements(Object array) {
    return (List<?>) array;
  }

  private static Comparator<Object> order(Bound array) {
    return Comparison.ofType(elementType(array));
  }

  /** NULL elements are left out, or shown by the third argument. */
  private static Bound join(List<Bound> args) {
    Functions.expect("ARRAY_JOIN", args, 2, 3);
    Bound array = array("ARRAY_JOIN", args, args.size());
    DorisType element = elementType(array);
    return Strict.call(
        DorisType.of(Kind.STRING),
        args,
        values -> {
          StringJoiner joiner = new StringJoiner(values[1].toString());
          for (Object value : elements(values[0])) {
            if (value != null) {
              joiner.add(Values.format(value, element));
            } else if (values.length == 3) {
              joiner.add(values[2].toString());
            }
          }
          return joiner.toString();
        });
  }

  private static Bound sort(Bound array) {
    Comparator<Object> order = order(array);
    return Strict.call(
        array.type(),
        List.of(array),
        values -> {
          List<@Nullable Object> sorted = new ArrayList<>(elements(values[0]));
          sorted.sort(Comparator.nullsFirst(order));
          return sorted;
        });
  }

  private static Bound distinct(Bound array) {
    return Strict.call(
        array.type(),
        List.of(array),
        values -> new ArrayList<@Nullable Object>(new LinkedHashSet<>(elements(values[0]))));
  }

  private static Bound extreme(Bound array, int sign) {
    Comparator<Object> order = order(array);
    return Strict.call(
        elementType(array),
        List.of(array),
        values -> {
          Object best = null;
          for (Object value : elements(values[0])) {
            if (value != null && (best == null || order.compare(value, best) * sign > 0)) {
              best = value;
            }
          }
          return best;
        });
  }

  private static Bound position(List<Bound> args, EvaluationContext context) {
    Bound array = array("ARRAY_POSITION", args, 2);
    Bound wanted = Casts.bind(args.get(1), elementType(array), context.zone());
    return new Bound(
        DorisType.of(Kind.BIGINT),
        array.nullable(),
        row -> {
          Object value = array.value(row);
          return value == null ? null : elements(value).indexOf(wanted.value(row)) + 1L;
        });
  }

  private static Bound containsKey(List<Bound> args, EvaluationContext context) {
    Functions.expect("MAP_CONTAINS_KEY", args, 2, 2);
    Bound map = args.get(0);
    if (map.kind() != Kind.MAP) {
      throw EvalErrors.wrongArguments("MAP_CONTAINS_KEY", args);
    }
    Bound key = Casts.bind(args.get(1), map.type().children().get(0), context.zone());
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        map.nullable(),
        row -> map.value(row) instanceof Map<?, ?> entries ? contains(entries, key, row) : null);
  }

  private static boolean contains(Map<?, ?> entries, Bound key, @Nullable Object[] row) {
    Object wanted = key.value(row);
    return entries.keySet().stream().anyMatch(present -> Objects.equals(present, wanted));
  }
}
