package io.dorischangelog.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A column type as Doris declares it. Immutable. */
public final class DorisType {

  /** Families of types, each with the class of its values. */
  public enum Family {
    /** {@link Boolean}. */
    BOOLEAN(Boolean.class),
    /** {@link Byte}. */
    TINYINT(Byte.class),
    /** {@link Short}. */
    SMALLINT(Short.class),
    /** {@link Integer}. */
    INT(Integer.class),
    /** {@link Long}. */
    BIGINT(Long.class),
    /** {@link BigInteger}, 128 bits with sign. */
    LARGEINT(BigInteger.class),
    /** {@link Float}. */
    FLOAT(Float.class),
    /** {@link Double}. */
    DOUBLE(Double.class),
    /** {@link BigDecimal} with the column's scale. */
    DECIMAL(BigDecimal.class),
    /** {@link LocalDate}. */
    DATE(LocalDate.class),
    /** {@link LocalDateTime}: a wall clock without a zone. */
    DATETIME(LocalDateTime.class),
    /** {@link LocalDateTime} with nanoseconds. */
    TIMESTAMP_NS(LocalDateTime.class),
    /** {@link Instant}. */
    TIMESTAMPTZ(Instant.class),
    /** {@link Duration}, perhaps negative or longer than a day. */
    TIME(Duration.class),
    /** {@link String}, padding as sent. */
    CHAR(String.class),
    /** {@link String}. */
    VARCHAR(String.class),
    /** {@link String}. */
    STRING(String.class),
    /** {@link String} holding JSON text. */
    JSON(String.class),
    /** {@link String} holding JSON text. */
    VARIANT(String.class),
    /** {@link Inet4Address}. */
    IPV4(Inet4Address.class),
    /** {@link Inet6Address}, always of 16 bytes. */
    IPV6(Inet6Address.class),
    /** {@link java.util.UUID}. */
    UUID(UUID.class),
    /** {@code byte[]}. */
    VARBINARY(byte[].class),
    /** {@code byte[]}, Doris' own serialised form. */
    BITMAP(byte[].class),
    /** {@code byte[]}, Doris' own serialised form. */
    HLL(byte[].class),
    /** {@code byte[]}, Doris' own serialised form. */
    QUANTILE_STATE(byte[].class),
    /** {@link List}, perhaps with {@code null} elements. */
    ARRAY(List.class),
    /** {@link Map} in the order sent, perhaps with {@code null} values. */
    MAP(Map.class),
    /** {@link Row}. */
    STRUCT(Row.class),
    /** The type of a bare NULL; the only value is {@code null}. */
    NULL(Object.class),
    /** A type this client does not know; its columns must be left out of a read. */
    UNSUPPORTED(Object.class);

    private final Class<?> javaType;

    Family(Class<?> javaType) {
      this.javaType = javaType;
    }
  }

  /** Stands for a number the type does not have, or that is not known. */
  static final int NONE = -1;

  private final Family family;
  private final int size;
  private final int scale;
  private final List<DorisType> children;
  private final List<String> fieldNames;
  private final String text;
  private final @Nullable Fields fields;

  private DorisType(
      Family family, int size, int scale, List<DorisType> children, List<String> fieldNames) {
    this.family = Objects.requireNonNull(family, "family");
    this.size = size;
    this.scale = scale;
    this.children = List.copyOf(children);
    this.fieldNames = List.copyOf(fieldNames);
    this.text = render();
    this.fields = family == Family.STRUCT ? new Fields(structColumns()) : null;
  }

  private DorisType(String unsupported) {
    this.family = Family.UNSUPPORTED;
    this.size = NONE;
    this.scale = NONE;
    this.children = List.of();
    this.fieldNames = List.of();
    this.text = unsupported;
    this.fields = null;
  }

  /**
   * Reads a type as {@code DESC}, {@code SHOW CREATE TABLE} and the schema endpoint print it, in
   * any case, for instance {@code varchar(50)}, {@code DECIMALV3(18, 2)}, {@code tinyint(1)} (which
   * is how Doris prints BOOLEAN) or {@code map<string,struct<a:int>>}.
   *
   * @return the type; of family {@link Family#UNSUPPORTED} when the name is not known
   * @throws IllegalArgumentException if the text is no type at all, such as one with an open
   *     bracket
   */
  public static DorisType parse(String text) {
    return new DorisTypeParser(text).parse();
  }

  /** A type without arguments, such as INT or STRING. */
  public static DorisType of(Family family) {
    boolean fractional =
        family == Family.DATETIME || family == Family.TIMESTAMPTZ || family == Family.TIME;
    return new DorisType(family, fractional ? 0 : NONE, NONE, List.of(), List.of());
  }

  /**
   * A type with one argument.
   *
   * @param size the length of CHAR, VARCHAR and VARBINARY, or the fraction digits of DATETIME,
   *     TIMESTAMPTZ and TIME
   */
  public static DorisType of(Family family, int size) {
    return new DorisType(family, size, NONE, List.of(), List.of());
  }

  /** DECIMAL with {@code precision} digits, {@code scale} of them behind the point. */
  public static DorisType decimal(int precision, int scale) {
    return new DorisType(Family.DECIMAL, precision, scale, List.of(), List.of());
  }

  /** ARRAY of {@code element}. */
  public static DorisType array(DorisType element) {
    return new DorisType(Family.ARRAY, NONE, NONE, List.of(element), List.of());
  }

  /** MAP from {@code key} to {@code value}. */
  public static DorisType map(DorisType key, DorisType value) {
    return new DorisType(Family.MAP, NONE, NONE, List.of(key, value), List.of());
  }

  /**
   * STRUCT.
   *
   * @param names the field names in order, none twice
   * @param types the field types, one for each name
   */
  public static DorisType struct(List<String> names, List<DorisType> types) {
    if (names.size() != types.size()) {
      throw new IllegalArgumentException(
          "a struct needs a type for each name: " + names + " and " + types);
    }
    return new DorisType(Family.STRUCT, NONE, NONE, types, names);
  }

  /** A type this client cannot read, kept as Doris wrote it. */
  static DorisType unsupported(String text) {
    return new DorisType(text);
  }

  /** The family. */
  public Family family() {
    return family;
  }

  /** Digits of a DECIMAL, or fraction digits of DATETIME, TIMESTAMPTZ and TIME; -1 elsewhere. */
  public int precision() {
    return hasLength() ? NONE : size;
  }

  /** Digits behind the point of a DECIMAL; -1 elsewhere. */
  public int scale() {
    return scale;
  }

  /** Declared length of CHAR, VARCHAR (bytes) and VARBINARY; -1 where none was declared. */
  public int length() {
    return hasLength() ? size : NONE;
  }

  /** Element type (ARRAY), key and value type (MAP), field types (STRUCT); else empty. */
  public List<DorisType> children() {
    return children;
  }

  /** Field names of a STRUCT in order; else empty. */
  public List<String> fieldNames() {
    return fieldNames;
  }

  /** The class of this type's values, such as {@link Integer} for INT. */
  public Class<?> javaType() {
    return family.javaType;
  }

  /** Whether this client can read the type, nested ones included. */
  public boolean isSupported() {
    return family != Family.UNSUPPORTED && children.stream().allMatch(DorisType::isSupported);
  }

  /** The columns of a struct value. */
  Fields fields() {
    if (fields == null) {
      throw new IllegalArgumentException(this + " has no fields: only a STRUCT has");
    }
    return fields;
  }

  private boolean hasLength() {
    return family == Family.CHAR || family == Family.VARCHAR || family == Family.VARBINARY;
  }

  private List<Column> structColumns() {
    List<Column> columns = new ArrayList<>(children.size());
    for (int i = 0; i < children.size(); i++) {
      columns.add(Column.of(fieldNames.get(i), children.get(i)));
    }
    return columns;
  }

  private String render() {
    String name = family.name().toLowerCase(Locale.ROOT);
    return switch (family) {
      case DECIMAL -> size < 0 ? name : name + "(" + size + "," + scale + ")";
      case DATETIME, TIMESTAMPTZ, TIME, CHAR, VARCHAR, VARBINARY ->
          size > 0 ? name + "(" + size + ")" : name;
      case ARRAY -> "array<" + children.get(0) + ">";
      case MAP -> "map<" + children.get(0) + "," + children.get(1) + ">";
      case STRUCT ->
          IntStream.range(0, children.size())
              .mapToObj(i -> fieldNames.get(i) + ":" + children.get(i))
              .collect(Collectors.joining(",", "struct<", ">"));
      default -> name;
    };
  }

  /** Equal types have equal families, numbers, field names and children. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DorisType that && family == that.family && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The type as Doris writes it in lower case, such as {@code array<decimal(18,2)>}. */
  @Override
  public String toString() {
    return text;
  }
}
