package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that make STRUCT values. */
final class StructFunctions {
  private StructFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "STRUCT" -> unnamed(args);
      case "NAMED_STRUCT" -> named(args);
      default -> null;
    };
  }

  /** Doris calls the fields col1, col2 and so on. */
  private static Bound unnamed(List<Bound> values) {
    Functions.expect("STRUCT", values, 1, Integer.MAX_VALUE);
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= values.size(); i++) {
      names.add("col" + i);
    }
    return struct(names, values);
  }

  private static Bound named(List<Bound> args) {
    Functions.expect("NAMED_STRUCT", args, 2, Integer.MAX_VALUE);
    if (args.size() % 2 != 0) {
      throw EvalErrors.wrongArguments("NAMED_STRUCT", args);
    }
    List<String> names = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (int i = 0; i < args.size(); i += 2) {
      if (!(args.get(i).value(new Object[0]) instanceof String fieldName)) {
        throw EvalErrors.wrongArguments("NAMED_STRUCT", args);
      }
      names.add(fieldName);
      values.add(args.get(i + 1));
    }
    return struct(names, values);
  }

  private static Bound struct(List<String> names, List<Bound> values) {
    DorisType type = DorisType.struct(names, values.stream().map(Bound::type).toList());
    return new Bound(type, false, row -> fields(values, row));
  }

  private static List<@Nullable Object> fields(List<Bound> values, @Nullable Object[] row) {
    List<@Nullable Object> fields = new ArrayList<>();
    values.forEach(value -> fields.add(value.value(row)));
    return fields;
  }
}
