package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * An expression with its type, to be evaluated row by row.
 *
 * @param type type of the values
 * @param nullable whether NULL is among them
 * @param evaluator computes the value from a row
 */
public record Bound(DorisType type, boolean nullable, Evaluator evaluator) {

  /** Computes a value. */
  @FunctionalInterface
  public interface Evaluator {
    @Nullable Object value(@Nullable Object[] row);
  }

  /** A value that is the same for every row. */
  public static Bound constant(@Nullable Object value, DorisType type) {
    return new Bound(type, value == null, row -> value);
  }

  /** A text that is the same for every row. */
  static Bound text(@Nullable String value) {
    return constant(value, DorisType.of(Kind.VARCHAR));
  }

  /** The value for a row of the scope it was bound in. */
  public @Nullable Object value(@Nullable Object[] row) {
    return evaluator.value(row);
  }

  public Kind kind() {
    return type.kind();
  }

  /** Whether a condition holds: NULL does not. */
  public boolean holds(@Nullable Object[] row) {
    Object value = value(row);
    return value != null && Truth.of(value);
  }
}
