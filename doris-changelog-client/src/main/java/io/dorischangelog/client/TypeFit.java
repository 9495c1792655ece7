package io.dorischangelog.client;

import io.dorischangelog.client.DorisType.Family;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a Java type holds every value of a Doris type. */
final class TypeFit {

  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;

  /** The Java types that hold all values of a family, besides its own and what that extends. */
  private static final Map<Family, Set<Class<?>>> WIDER =
      Map.of(
          Family.TINYINT,
          Set.of(
              Short.class,
              Integer.class,
              Long.class,
              Float.class,
              Double.class,
              BigInteger.class,
              BigDecimal.class),
          Family.SMALLINT,
          Set.of(
              Integer.class,
              Long.class,
              Float.class,
              Double.class,
              BigInteger.class,
              BigDecimal.class),
          Family.INT,
          Set.of(Long.class, Double.class, BigInteger.class, BigDecimal.class),
          Family.BIGINT,
          Set.of(BigInteger.class, BigDecimal.class),
          Family.LARGEINT,
          Set.of(BigDecimal.class),
          Family.FLOAT,
          Set.of(Double.class),
          Family.DATE,
          Set.of(LocalDateTime.class));

  private TypeFit() {}

  /** The class of a type without its arguments. */
  static Class<?> rawClass(Type type) {
    if (type instanceof Class<?> same) {
      return same;
    } else if (type instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    } else if (type instanceof GenericArrayType) {
      return Object[].class;
    }
    return Object.class;
  }

  static boolean isLossless(Type target, DorisType source) {
    Class<?> type = Conversions.boxed(rawClass(target));
    if (type.isAssignableFrom(source.javaType())) {
      return argumentsFit(target, source);
    }
    return WIDER.getOrDefault(source.family(), Set.of()).contains(type)
        || (source.family() == Family.DECIMAL && isWholeDecimal(type, source));
  }

  private static boolean isWholeDecimal(Class<?> type, DorisType source) {
    int digits = source.precision();
    return source.scale() == 0
        && (type == BigInteger.class
            || (type == Long.class && digits <= LONG_DIGITS)
            || (type == Integer.class && digits <= INT_DIGITS));
  }

  /** Elements, keys and values are not converted: their class must be the one they have. */
  private static boolean argumentsFit(Type target, DorisType source) {
    if (!(target instanceof ParameterizedType parameterized)) {
      return true;
    }
    Type[] arguments = parameterized.getActualTypeArguments();
    List<DorisType> children = source.children();
    if (source.family() == Family.STRUCT || arguments.length != children.size()) {
      return false;
    }
    for (int i = 0; i < arguments.length; i++) {
      if (!elementFits(arguments[i], children.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean elementFits(Type target, DorisType source) {
    Type bound = target instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : target;
    return rawClass(bound).isAssignableFrom(source.javaType()) && argumentsFit(bound, source);
  }

  /** The conversion of a pair that fits. */
  static Conversions.Conversion conversion(Class<?> target, DorisType source) {
    return Conversions.boxed(target).isAssignableFrom(source.javaType())
        ? (column, value) -> value
        : Conversions.to(target);
  }
}
