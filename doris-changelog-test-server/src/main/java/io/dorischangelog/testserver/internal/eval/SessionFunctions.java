package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions about the session. */
final class SessionFunctions {
  private SessionFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    Bound value =
        switch (name) {
          case "VERSION" -> Bound.text(context.variables().system("", "version"));
          case "DATABASE", "SCHEMA" -> Bound.text(context.database());
          case "USER", "CURRENT_USER", "SESSION_USER" -> Bound.text("'" + context.user() + "'@'%'");
          case "CONNECTION_ID" ->
              Bound.constant((int) context.connectionId(), DorisType.of(Kind.INT));
          case "CURRENT_CATALOG" -> Bound.text("internal");
          default -> null;
        };
    if (value != null) {
      Functions.expect(name, args, 0, 0);
    }
    return value;
  }
}
