package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that answer NULL as soon as one argument is NULL. */
final class Strict {
  private Strict() {}

  /** What such a function does with its arguments; NULL is a possible answer. */
  @FunctionalInterface
  interface Body {
    @Nullable Object apply(Object[] arguments);
  }

  static Bound call(DorisType type, List<Bound> arguments, Body body) {
    return new Bound(
        type,
        true,
        row -> {
          Object[] values = new Object[arguments.size()];
          for (int i = 0; i < values.length; i++) {
            Object value = arguments.get(i).value(row);
            if (value == null) {
              return null;
            }
            values[i] = value;
          }
          return body.apply(values);
        });
  }

  /** The arguments as texts. */
  static List<Bound> texts(List<Bound> arguments) {
    return arguments.stream().map(Casts::text).toList();
  }
}
