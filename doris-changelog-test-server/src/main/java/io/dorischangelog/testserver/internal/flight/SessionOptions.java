package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SessionOptionValueVisitor;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.jspecify.annotations.Nullable;

/** Session options of Flight: catalog, schema, and every session variable as text. */
final class SessionOptions {
  private static final String CATALOG = "internal";

  private final Engine engine;

  SessionOptions(Engine engine) {
    this.engine = engine;
  }

  Map<String, SessionOptionValue> read(Session session) {
    Map<String, SessionOptionValue> options = new HashMap<>();
    if (engine.execute(session, "SHOW VARIABLES") instanceof Result.Rows rows) {
      for (@Nullable Object[] row = rows.rows().next(); row != null; row = rows.rows().next()) {
        options.put(String.valueOf(row[0]), text(String.valueOf(row[1])));
      }
    }
    options.put("catalog", text(CATALOG));
    options.put("schema", text(session.database().orElse("")));
    return options;
  }

  private static SessionOptionValue text(String value) {
    return SessionOptionValueFactory.makeSessionOptionValue(value);
  }

  Map<String, SetSessionOptionsResult.Error> write(
      Session session, Map<String, SessionOptionValue> options) {
    Map<String, SetSessionOptionsResult.Error> errors = new HashMap<>();
    options.forEach(
        (name, value) ->
            write(session, name, String.valueOf(value.<Object>acceptVisitor(new AsObject())))
                .ifPresent(e -> errors.put(name, new SetSessionOptionsResult.Error(e))));
    return errors;
  }

  private Optional<ErrorValue> write(Session session, String name, String value) {
    if (name.equals("catalog")) {
      return value.equals(CATALOG) ? Optional.empty() : Optional.of(ErrorValue.INVALID_VALUE);
    }
    if (name.equals("schema")) {
      return run(session, "USE `" + value.replace("`", "``") + "`", ErrorValue.INVALID_VALUE);
    }
    if (!name.matches("\\w+")) {
      return Optional.of(ErrorValue.INVALID_NAME);
    }
    String quoted = "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    return run(session, "SET " + name + " = " + quoted, ErrorValue.INVALID_NAME);
  }

  private Optional<ErrorValue> run(Session session, String sql, ErrorValue onError) {
    try {
      engine.execute(session, sql);
      return Optional.empty();
    } catch (DorisException e) {
      boolean unknown = String.valueOf(e.getMessage()).contains("nknown");
      return Optional.of(unknown ? onError : ErrorValue.INVALID_VALUE);
    }
  }

  /** The plain value of an option. */
  private static final class AsObject implements SessionOptionValueVisitor<Object> {
    @Override
    public Object visit(String value) {
      return value;
    }

    @Override
    public Object visit(boolean value) {
      return value;
    }

    @Override
    public Object visit(long value) {
      return value;
    }

    @Override
    public Object visit(double value) {
      return value;
    }

    @Override
    public Object visit(String[] value) {
      return String.join(",", value);
    }

    @Override
    public Object visit(@Nullable Void value) {
      return "";
    }
  }
}
