package io.dorischangelog.client;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class whose objects can be made of named values. */
sealed interface MappedClass<T> permits MappedRecord, MappedBean {

  /**
   * A value an object is made of.
   *
   * @param name as Java names it
   * @param type with its type arguments
   */
  record Property(String name, Type type) {}

  /**
   * How objects of the class are made.
   *
   * @throws IllegalArgumentException if it is neither a record nor a bean
   */
  static <T> MappedClass<T> of(Class<T> type) {
    return type.isRecord() ? new MappedRecord<>(type) : new MappedBean<>(type);
  }

  /** What an object is made of, in the order of {@link #make}. */
  List<Property> properties();

  /** A new object of one value for each property. */
  T make(@Nullable Object[] values);

  /** Opens a member of a class that is not public, as far as its module lets us. */
  static void open(Class<?> type, AccessibleObject member) {
    try {
      member.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          type.getName() + " is not open to this library: make it public and export its package",
          e);
    }
  }

  /** What the caller's own constructor or setter threw. */
  static RuntimeException thrown(Class<?> type, InvocationTargetException e) {
    Throwable cause = e.getTargetException();
    if (cause instanceof RuntimeException runtime) {
      return runtime;
    } else if (cause instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(type.getName() + " refused a row", cause);
  }
}
