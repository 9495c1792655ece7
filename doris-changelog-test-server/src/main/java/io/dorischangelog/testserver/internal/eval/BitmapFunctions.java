package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Functions of two BITMAPs; a count that a NULL goes into is 0. */
final class BitmapFunctions {
  private static final DorisType BITMAP = DorisType.of(Kind.BITMAP);

  private BitmapFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    String operation = name.endsWith("_COUNT") ? name.substring(0, name.length() - 6) : name;
    if (operation.equals("BITMAP_ANDNOT")) {
      operation = "BITMAP_AND_NOT";
    }
    Operation sets = operation(operation);
    if (sets == null) {
      return name.equals("BITMAP_HAS_ANY") ? hasAny(args) : null;
    }
    Bound result = of(name, args, BITMAP, sets);
    return name.endsWith("_COUNT") ? count(result) : result;
  }

  /** Changes the first of two sets by the second. */
  @FunctionalInterface
  private interface Operation {
    void apply(Set<Object> left, Set<Object> right);
  }

  private static @Nullable Operation operation(String name) {
    return switch (name) {
      case "BITMAP_AND" -> (left, right) -> left.retainAll(right);
      case "BITMAP_OR" -> (left, right) -> left.addAll(right);
      case "BITMAP_NOT", "BITMAP_AND_NOT" -> (left, right) -> left.removeAll(right);
      case "BITMAP_XOR" -> BitmapFunctions::exclusive;
      default -> null;
    };
  }

  private static void exclusive(Set<Object> left, Set<Object> right) {
    for (Object member : right) {
      if (!left.remove(member)) {
        left.add(member);
      }
    }
  }

  private static Bound of(String name, List<Bound> args, DorisType type, Operation operation) {
    Functions.expect(name, args, 2, 2);
    for (Bound argument : args) {
      if (argument.kind() != Kind.BITMAP && argument.kind() != Kind.NULL) {
        throw EvalErrors.wrongArguments(name, args);
      }
    }
    return Strict.call(
        type,
        args,
        values -> {
          Set<Object> left = new TreeSet<>((Collection<?>) values[0]);
          operation.apply(left, new TreeSet<>((Collection<?>) values[1]));
          return left;
        });
  }

  private static Bound count(Bound set) {
    return new Bound(
        DorisType.of(Kind.BIGINT),
        false,
        row -> set.value(row) instanceof Collection<?> members ? (long) members.size() : 0L);
  }

  private static Bound hasAny(List<Bound> args) {
    Bound common = of("BITMAP_HAS_ANY", args, BITMAP, (left, right) -> left.retainAll(right));
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        true,
        row -> common.value(row) instanceof Collection<?> members ? !members.isEmpty() : null);
  }
}
