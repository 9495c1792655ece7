package io.dorischangelog.client.wire;

import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A column of a random type with random values: as they are sent, and as they should arrive. */
public final class RandomColumn {

  private static final Family[] SCALARS = {
    Family.BOOLEAN, Family.TINYINT, Family.SMALLINT, Family.INT, Family.BIGINT, Family.LARGEINT,
    Family.FLOAT, Family.DOUBLE, Family.DECIMAL, Family.DATE, Family.DATETIME, Family.STRING
  };

  private static final long DAYS = 3_652_058;

  private final Random random;
  private final DorisType type;
  private final Field field;
  private final List<Object> sent = new ArrayList<>();
  private final List<Object> expected = new ArrayList<>();

  /** A value as it is sent, and as it should arrive. */
  private record Value(Object sent, Object expected) {}

  /** A column of so many rows. */
  public RandomColumn(Random random, String name, int rows) {
    this.random = random;
    this.type = type(3);
    this.field = field(name, type);
    for (int i = 0; i < rows; i++) {
      Value value = value(type);
      sent.add(value.sent);
      expected.add(value.expected);
    }
  }

  /** The declared type. */
  public DorisType type() {
    return type;
  }

  /** The field on the wire. */
  public Field field() {
    return field;
  }

  /** The values to send. */
  public Object[] sent() {
    return sent.toArray();
  }

  /** The values that should arrive. */
  public List<Object> expected() {
    return expected;
  }

  private DorisType type(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> DorisType.array(type(depth - 1));
      case 2 -> DorisType.map(DorisType.of(Family.STRING), type(depth - 1));
      case 3 -> {
        List<DorisType> types =
            IntStream.range(0, 1 + random.nextInt(3)).mapToObj(i -> type(depth - 1)).toList();
        yield DorisType.struct(
            IntStream.range(0, types.size()).mapToObj(i -> "f" + i).toList(), types);
      }
      default -> scalarType(SCALARS[random.nextInt(SCALARS.length)]);
    };
  }

  private DorisType scalarType(Family family) {
    return switch (family) {
      case DECIMAL -> {
        int precision = 1 + random.nextInt(76);
        yield DorisType.decimal(precision, random.nextInt(precision + 1));
      }
      case DATETIME -> DorisType.of(family, random.nextInt(7));
      default -> DorisType.of(family);
    };
  }

  private static Field field(String name, DorisType type) {
    List<DorisType> children = type.children();
    return switch (type.family()) {
      case ARRAY -> WireBatch.field(name, ArrowType.List.INSTANCE, field("item", children.get(0)));
      case MAP -> {
        Field key = new Field("key", FieldType.notNullable(WireBatch.UTF8), List.of());
        Field entries =
            new Field(
                "entries",
                FieldType.notNullable(ArrowType.Struct.INSTANCE),
                List.of(key, field("value", children.get(1))));
        yield WireBatch.field(name, new ArrowType.Map(false), entries);
      }
      case STRUCT ->
          WireBatch.field(
              name,
              ArrowType.Struct.INSTANCE,
              IntStream.range(0, children.size())
                  .mapToObj(i -> field(type.fieldNames().get(i), children.get(i)))
                  .toArray(Field[]::new));
      default -> WireBatch.field(name, arrow(type));
    };
  }

  private static ArrowType arrow(DorisType type) {
    return switch (type.family()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT -> new ArrowType.Int(8, true);
      case SMALLINT -> new ArrowType.Int(16, true);
      case INT -> new ArrowType.Int(32, true);
      case BIGINT -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL ->
          new ArrowType.Decimal(type.precision(), type.scale(), type.precision() > 38 ? 256 : 128);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case DATETIME -> new ArrowType.Timestamp(unit(type), null);
      default -> WireBatch.UTF8;
    };
  }

  private static TimeUnit unit(DorisType type) {
    if (type.precision() == 0) {
      return TimeUnit.SECOND;
    }
    return type.precision() <= 3 ? TimeUnit.MILLISECOND : TimeUnit.MICROSECOND;
  }

  private Value value(DorisType type) {
    if (random.nextInt(5) == 0) {
      return new Value(null, null);
    }
    return switch (type.family()) {
      case BOOLEAN -> same(random.nextBoolean());
      case TINYINT -> same((byte) random.nextInt());
      case SMALLINT -> same((short) random.nextInt());
      case INT -> same(random.nextInt());
      case BIGINT -> same(random.nextLong());
      case LARGEINT -> {
        BigInteger number = signed(127);
        yield new Value(number.toString(), number);
      }
      case FLOAT -> same(Float.intBitsToFloat(random.nextInt()));
      case DOUBLE -> same(Double.longBitsToDouble(random.nextLong()));
      case DECIMAL ->
          same(
              new BigDecimal(
                  signed(256).remainder(BigInteger.TEN.pow(type.precision())), type.scale()));
      case DATE -> {
        long day = random.nextLong(DAYS) - 719_528;
        yield new Value(day, LocalDate.ofEpochDay(day));
      }
      case DATETIME -> dateTime(type);
      case ARRAY -> list(type);
      case MAP -> map(type);
      case STRUCT -> struct(type);
      default -> same(text());
    };
  }

  private static Value same(Object value) {
    return new Value(value, value);
  }

  private BigInteger signed(int bits) {
    BigInteger number = new BigInteger(random.nextInt(bits + 1), random);
    return random.nextBoolean() ? number.negate() : number;
  }

  private Value dateTime(DorisType type) {
    long perSecond =
        switch (unit(type)) {
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          default -> 1_000_000;
        };
    long second = random.nextLong(DAYS * 86_400) - 719_528L * 86_400;
    long steps = BigInteger.TEN.pow(type.precision()).longValueExact();
    long fraction = random.nextLong(steps) * (perSecond / steps);
    return new Value(
        second * perSecond + fraction,
        LocalDateTime.ofEpochSecond(
            second, (int) (fraction * (1_000_000_000 / perSecond)), ZoneOffset.UTC));
  }

  private String text() {
    return random
        .ints(random.nextInt(20), 0, Character.MAX_CODE_POINT)
        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
        .map(point -> random.nextBoolean() ? point % 128 : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private Value list(DorisType type) {
    List<Object> wire = new ArrayList<>();
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Value element = value(type.children().get(0));
      wire.add(element.sent);
      list.add(element.expected);
    }
    return new Value(wire, Collections.unmodifiableList(list));
  }

  private Value map(DorisType type) {
    Map<Object, Object> wire = new LinkedHashMap<>();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Value element = value(type.children().get(1));
      String key = text() + i;
      wire.put(key, element.sent);
      map.put(key, element.expected);
    }
    return new Value(wire, map);
  }

  private Value struct(DorisType type) {
    Map<String, Object> wire = new LinkedHashMap<>();
    Object[] values = new Object[type.children().size()];
    for (int i = 0; i < values.length; i++) {
      Value field = value(type.children().get(i));
      wire.put(type.fieldNames().get(i), field.sent);
      values[i] = field.expected;
    }
    return new Value(wire, Row.ofStruct(type, values));
  }
}
