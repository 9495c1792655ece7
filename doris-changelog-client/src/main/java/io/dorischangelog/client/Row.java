package io.dorischangelog.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The values of one row, or of one STRUCT value. Immutable; keep it as long as you like.
 *
 * <p>A getter converts when nothing is lost: an INT column can be read with {@link #getLong}, and a
 * BIGINT column with {@link #getInt} as long as each value fits. Everything else is refused with
 * {@link io.dorischangelog.client.error.UnreadableValueException}, which names column, type and
 * value: a number that does not fit, a fraction that would be cut, {@code null} where a primitive
 * is asked for, a text read as a number. Getters that return an object return {@code null} for SQL
 * NULL. A name that does not exist is an {@link IllegalArgumentException} listing near names.
 */
public final class Row {

  private final Fields fields;
  private final @Nullable Object[] values;

  private Row(Fields fields, @Nullable Object[] values) {
    this.fields = fields;
    this.values = values;
  }

  /**
   * A row of the given values, for tests of code that consumes changes.
   *
   * @param values one for each column, of its {@link Column#javaType()} or {@code null}. Arrays,
   *     lists and maps become part of the row and must not change afterwards
   * @throws IllegalArgumentException if their number or a class does not fit
   */
  public static Row of(TableSchema schema, @Nullable Object... values) {
    return checked(schema.fields(), values.clone());
  }

  /** A STRUCT value of the given field values; see {@link #of(TableSchema, Object...)}. */
  public static Row ofStruct(DorisType struct, @Nullable Object... values) {
    return checked(struct.fields(), values.clone());
  }

  /**
   * A row around an array, which is neither copied nor checked: for code that makes many rows. Its
   * elements must be as {@link #of(TableSchema, Object...)} wants them, and it must not change
   * afterwards.
   */
  public static Row wrap(TableSchema schema, @Nullable Object[] values) {
    return new Row(schema.fields(), values);
  }

  /** A STRUCT value around an array; see {@link #wrap}. */
  public static Row wrapStruct(DorisType struct, @Nullable Object[] values) {
    return new Row(struct.fields(), values);
  }

  private static Row checked(Fields fields, @Nullable Object[] values) {
    if (values.length != fields.size()) {
      throw new IllegalArgumentException(
          values.length + " values for " + fields.size() + " columns: " + fields.columns());
    }
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null && !fields.accepts(i, value)) {
        throw wrongClass(fields.column(i), value);
      }
    }
    return new Row(fields, values);
  }

  private static IllegalArgumentException wrongClass(Column column, Object value) {
    return new IllegalArgumentException(
        String.format(
            "column `%s` of type %s holds %s, not %s",
            column.name(),
            column.type(),
            column.javaType().getSimpleName(),
            value.getClass().getSimpleName()));
  }

  /** Number of columns. */
  public int size() {
    return values.length;
  }

  /** The columns in order. */
  public List<Column> columns() {
    return fields.columns();
  }

  /** Whether the value is SQL NULL. */
  public boolean isNull(String column) {
    return isNull(fields.indexOf(column));
  }

  /** Whether the value is SQL NULL; {@code index} from 0. */
  public boolean isNull(int index) {
    return values[index] == null;
  }

  /** The value as it is, of the class {@link Column#javaType()}. */
  public @Nullable Object getObject(String column) {
    return getObject(fields.indexOf(column));
  }

  /** The value as it is, of the class {@link Column#javaType()}; {@code index} from 0. */
  public @Nullable Object getObject(int index) {
    Object value = values[index];
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /**
   * The value as a given class, {@code null} for SQL NULL.
   *
   * @param type a class some getter of this class returns, its wrapper, or {@link Object}
   * @throws IllegalArgumentException if columns of this type never are of that class
   */
  public <T> @Nullable T get(String column, Class<T> type) {
    return get(fields.indexOf(column), type);
  }

  /** As {@link #get(String, Class)}; {@code index} from 0. */
  @SuppressWarnings("unchecked") // the conversion to a class returns an object of its wrapper
  public <T> @Nullable T get(int index, Class<T> type) {
    Conversions.Conversion conversion = Conversions.to(type);
    Object value = type.isPrimitive() ? required(index, type.getName()) : values[index];
    return value == null ? null : (T) conversion.convert(column(index), value);
  }

  Fields fields() {
    return fields;
  }

  private Column column(int index) {
    return fields.column(index);
  }

  private Object required(int index, String type) {
    return Conversions.notNull(column(index), type, values[index]);
  }

  /** BOOLEAN. */
  public boolean getBoolean(String column) {
    return getBoolean(fields.indexOf(column));
  }

  /** BOOLEAN; {@code index} from 0. */
  public boolean getBoolean(int index) {
    return Conversions.toBoolean(column(index), required(index, "boolean"));
  }

  /** TINYINT, or another number that fits. */
  public byte getByte(String column) {
    return getByte(fields.indexOf(column));
  }

  /** TINYINT, or another number that fits; {@code index} from 0. */
  public byte getByte(int index) {
    return Conversions.toByte(column(index), required(index, "byte"));
  }

  /** SMALLINT, or another number that fits. */
  public short getShort(String column) {
    return getShort(fields.indexOf(column));
  }

  /** SMALLINT, or another number that fits; {@code index} from 0. */
  public short getShort(int index) {
    return Conversions.toShort(column(index), required(index, "short"));
  }

  /** INT, or another number that fits. */
  public int getInt(String column) {
    return getInt(fields.indexOf(column));
  }

  /** INT, or another number that fits; {@code index} from 0. */
  public int getInt(int index) {
    return Conversions.toInt(column(index), required(index, "int"));
  }

  /** BIGINT, or another number that fits. */
  public long getLong(String column) {
    return getLong(fields.indexOf(column));
  }

  /** BIGINT, or another number that fits; {@code index} from 0. */
  public long getLong(int index) {
    return Conversions.toLong(column(index), required(index, "long"));
  }

  /** FLOAT, or another number that it holds exactly. */
  public float getFloat(String column) {
    return getFloat(fields.indexOf(column));
  }

  /** FLOAT, or another number that it holds exactly; {@code index} from 0. */
  public float getFloat(int index) {
    return Conversions.toFloat(column(index), required(index, "float"));
  }

  /** DOUBLE, FLOAT, or another number that it holds exactly. */
  public double getDouble(String column) {
    return getDouble(fields.indexOf(column));
  }

  /** DOUBLE, FLOAT, or another number that it holds exactly; {@code index} from 0. */
  public double getDouble(int index) {
    return Conversions.toDouble(column(index), required(index, "double"));
  }

  /** LARGEINT, or another number without a fraction. */
  public @Nullable BigInteger getBigInteger(String column) {
    return getBigInteger(fields.indexOf(column));
  }

  /** LARGEINT, or another number without a fraction; {@code index} from 0. */
  public @Nullable BigInteger getBigInteger(int index) {
    return get(index, BigInteger.class);
  }

  /** DECIMAL with the column's scale, or another number that is not FLOAT or DOUBLE. */
  public @Nullable BigDecimal getBigDecimal(String column) {
    return getBigDecimal(fields.indexOf(column));
  }

  /**
   * DECIMAL with the column's scale, or another number that is not FLOAT or DOUBLE; {@code index}
   * from 0.
   */
  public @Nullable BigDecimal getBigDecimal(int index) {
    return get(index, BigDecimal.class);
  }

  /** CHAR, VARCHAR, STRING, JSON or VARIANT. */
  public @Nullable String getString(String column) {
    return getString(fields.indexOf(column));
  }

  /** CHAR, VARCHAR, STRING, JSON or VARIANT; {@code index} from 0. */
  public @Nullable String getString(int index) {
    return get(index, String.class);
  }

  /** VARBINARY, BITMAP, HLL or QUANTILE_STATE; a copy. */
  public byte @Nullable [] getBytes(String column) {
    return getBytes(fields.indexOf(column));
  }

  /** VARBINARY, BITMAP, HLL or QUANTILE_STATE; a copy; {@code index} from 0. */
  public byte @Nullable [] getBytes(int index) {
    return get(index, byte[].class);
  }

  /** DATE. */
  public @Nullable LocalDate getLocalDate(String column) {
    return getLocalDate(fields.indexOf(column));
  }

  /** DATE; {@code index} from 0. */
  public @Nullable LocalDate getLocalDate(int index) {
    return get(index, LocalDate.class);
  }

  /** DATETIME or TIMESTAMP_NS; DATE as the start of the day. */
  public @Nullable LocalDateTime getLocalDateTime(String column) {
    return getLocalDateTime(fields.indexOf(column));
  }

  /** DATETIME or TIMESTAMP_NS; DATE as the start of the day; {@code index} from 0. */
  public @Nullable LocalDateTime getLocalDateTime(int index) {
    return get(index, LocalDateTime.class);
  }

  /** TIMESTAMPTZ. */
  public @Nullable Instant getInstant(String column) {
    return getInstant(fields.indexOf(column));
  }

  /** TIMESTAMPTZ; {@code index} from 0. */
  public @Nullable Instant getInstant(int index) {
    return get(index, Instant.class);
  }

  /** TIME. */
  public @Nullable Duration getDuration(String column) {
    return getDuration(fields.indexOf(column));
  }

  /** TIME; {@code index} from 0. */
  public @Nullable Duration getDuration(int index) {
    return get(index, Duration.class);
  }

  /** IPV4 or IPV6. */
  public @Nullable InetAddress getInetAddress(String column) {
    return getInetAddress(fields.indexOf(column));
  }

  /** IPV4 or IPV6; {@code index} from 0. */
  public @Nullable InetAddress getInetAddress(int index) {
    return get(index, InetAddress.class);
  }

  /** ARRAY. */
  public @Nullable List<?> getList(String column) {
    return getList(fields.indexOf(column));
  }

  /** ARRAY; {@code index} from 0. */
  public @Nullable List<?> getList(int index) {
    return get(index, List.class);
  }

  /** MAP, in the order sent. */
  public @Nullable Map<?, ?> getMap(String column) {
    return getMap(fields.indexOf(column));
  }

  /** MAP, in the order sent; {@code index} from 0. */
  public @Nullable Map<?, ?> getMap(int index) {
    return get(index, Map.class);
  }

  /** STRUCT. */
  public @Nullable Row getRow(String column) {
    return getRow(fields.indexOf(column));
  }

  /** STRUCT; {@code index} from 0. */
  public @Nullable Row getRow(int index) {
    return get(index, Row.class);
  }

  /** The row as an object of the caller's own class. */
  public <T> T to(RowMapper<T> mapper) {
    return mapper.map(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Row that && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }

  /** Names and values, such as {@code {id=1, name=Alice}}; bytes as hexadecimal digits. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      String shown =
          value instanceof byte[] bytes
              ? "0x" + HexFormat.of().formatHex(bytes)
              : String.valueOf(value);
      text.add(column(i).name() + "=" + shown);
    }
    return text.toString();
  }
}
