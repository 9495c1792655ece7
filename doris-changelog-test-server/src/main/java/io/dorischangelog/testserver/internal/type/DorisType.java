package io.dorischangelog.testserver.internal.type;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A column type as Doris declares it.
 *
 * @param kind the type's family
 * @param length declared length (CHAR, VARCHAR), precision (DECIMAL) or number of fraction digits
 *     (DATETIME, TIMESTAMPTZ, TIME); -1 where the family has none
 * @param scale digits behind the point (DECIMAL); -1 elsewhere
 * @param children element type (ARRAY), key and value types (MAP), field types (STRUCT)
 * @param fieldNames field names (STRUCT), empty elsewhere
 */
public record DorisType(
    Kind kind, int length, int scale, List<DorisType> children, List<String> fieldNames) {

  /** Families of types, with the Java class in which the stand-in holds a value. */
  public enum Kind {
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@link Byte}. */
    TINYINT,
    /** {@link Short}. */
    SMALLINT,
    /** {@link Integer}. */
    INT,
    /** {@link Long}. */
    BIGINT,
    /** {@link java.math.BigInteger}. */
    LARGEINT,
    /** {@link Float}. */
    FLOAT,
    /** {@link Double}. */
    DOUBLE,
    /** {@link java.math.BigDecimal} with exactly the declared scale. */
    DECIMAL,
    /** {@link java.time.LocalDate}. */
    DATE,
    /** {@link java.time.LocalDateTime}, rounded to the declared fraction. */
    DATETIME,
    /** {@link java.time.LocalDateTime}, to the nanosecond. */
    TIMESTAMP_NS,
    /** {@link java.time.Instant}. */
    TIMESTAMPTZ,
    /** {@link java.time.Duration}. */
    TIME,
    /** {@link String}. */
    CHAR,
    /** {@link String}. */
    VARCHAR,
    /** {@link String}. */
    STRING,
    /** {@link String} holding JSON text. */
    JSON,
    /** {@link String} holding JSON text. */
    VARIANT,
    /** {@link Integer}, the address's 32 bits. */
    IPV4,
    /** {@link java.math.BigInteger}, 0 to 2^128-1. */
    IPV6,
    /** {@link java.util.UUID}. */
    UUID,
    /** {@code byte[]}. */
    VARBINARY,
    /** {@link java.util.NavigableSet} of {@link Long}. */
    BITMAP,
    /** {@link java.util.Set} of {@link String}. */
    HLL,
    /** {@code byte[]}. */
    QUANTILE_STATE,
    /** {@link List}. */
    ARRAY,
    /** {@link java.util.Map}, in the order written. */
    MAP,
    /** {@link List} of field values in declared order. */
    STRUCT,
    /** The type of a bare NULL. */
    NULL
  }

  public DorisType {
    children = List.copyOf(children);
    fieldNames = List.copyOf(fieldNames);
  }

  /** A type without arguments, such as INT or STRING. */
  public static DorisType of(Kind kind) {
    return of(kind, -1);
  }

  /** A type with one argument, such as VARCHAR(50) or DATETIME(6). */
  public static DorisType of(Kind kind, int length) {
    return new DorisType(kind, length, -1, List.of(), List.of());
  }

  public static DorisType decimal(int precision, int scale) {
    return new DorisType(Kind.DECIMAL, precision, scale, List.of(), List.of());
  }

  public static DorisType array(DorisType element) {
    return new DorisType(Kind.ARRAY, -1, -1, List.of(element), List.of());
  }

  public static DorisType map(DorisType key, DorisType value) {
    return new DorisType(Kind.MAP, -1, -1, List.of(key, value), List.of());
  }

  public static DorisType struct(List<String> names, List<DorisType> types) {
    return new DorisType(Kind.STRUCT, -1, -1, types, names);
  }

  /** The type as {@code DESC} and {@code SHOW CREATE TABLE} print it, in lower case. */
  public String sql() {
    return switch (kind) {
      case CHAR, VARCHAR -> name() + "(" + (length < 0 ? 65533 : length) + ")";
      case DECIMAL -> "decimal(" + length + "," + scale + ")";
      case DATETIME, TIMESTAMPTZ, TIME -> length > 0 ? name() + "(" + length + ")" : name();
      case STRING -> "text";
      case ARRAY -> "array<" + children.get(0).sql() + ">";
      case MAP -> "map<" + children.get(0).sql() + "," + children.get(1).sql() + ">";
      case STRUCT ->
          IntStream.range(0, children.size())
              .mapToObj(i -> fieldNames.get(i) + ":" + children.get(i).sql())
              .collect(Collectors.joining(",", "struct<", ">"));
      default -> name();
    };
  }

  private String name() {
    return kind.name().toLowerCase(java.util.Locale.ROOT);
  }
}
