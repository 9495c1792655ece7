package io.dorischangelog.testserver.internal.type;

import org.jspecify.annotations.Nullable;

/** Conversion of values by Doris' rules. The Java classes are those of {@link DorisType.Kind}. */
@SuppressWarnings("DoNotCallSuggester")
public final class Values {
  private Values() {}

  /**
   * Casts a value to a type, as an INSERT or a CAST does.
   *
   * @param value a value of any kind, a text, a {@code List} or {@code Map} of such, or null
   * @return the value in the type's Java class, null for null
   * @throws io.dorischangelog.testserver.internal.engine.DorisException if it does not fit or is no
   *     value of the type
   */
  public static @Nullable Object cast(@Nullable Object value, DorisType type) {
    throw Pending.here();
  }

  /** The value as the MySQL protocol and SHOW print it; null stays null. */
  public static @Nullable String format(@Nullable Object value, DorisType type) {
    throw Pending.here();
  }

  /**
   * Order of two values of one type, neither null.
   *
   * @throws io.dorischangelog.testserver.internal.engine.DorisException if the type has no order
   */
  public static int compare(Object left, Object right, DorisType type) {
    throw Pending.here();
  }

  /** Equality of two values of one type, at any depth; null equals null. */
  public static boolean equal(@Nullable Object left, @Nullable Object right, DorisType type) {
    throw Pending.here();
  }
}
