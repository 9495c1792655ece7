package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.WireForm;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.NavigableSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Chooses the writer of a column: once per result, so that no cell asks for its type. */
final class CellWriters {
  private CellWriters() {}

  /** The writer of values of {@code type} into a vector of the Arrow type that goes with it. */
  static CellWriter bind(DorisType type, FieldVector vector, ArrowLayout layout) {
    if (layout.isTextDate(type)) {
      return text(vector, value -> Values.format(value, type));
    }
    return switch (type.kind()) {
      case BOOLEAN -> bool((BitVector) vector);
      case TINYINT -> tinyInt((TinyIntVector) vector);
      case SMALLINT -> smallInt((SmallIntVector) vector);
      case INT -> integer((IntVector) vector, value -> (Integer) value);
      case IPV4 ->
          layout.has(WireForm.TEXT_ADDRESSES)
              ? text(vector, value -> Addresses.formatV4((Integer) value))
              : integer((IntVector) vector, value -> (Integer) value);
      case BIGINT -> bigInt((BigIntVector) vector);
      case FLOAT -> float4((Float4Vector) vector);
      case DOUBLE -> float8((Float8Vector) vector, value -> (Double) value);
      case TIME -> float8((Float8Vector) vector, CellWriters::micros);
      case DECIMAL -> decimal(vector);
      case DATE -> days((DateDayVector) vector, value -> (int) ((LocalDate) value).toEpochDay());
      case DATETIME -> datetime(type, (TimeStampVector) vector, layout);
      case TIMESTAMP_NS -> nanoseconds((TimeStampNanoVector) vector);
      case TIMESTAMPTZ ->
          timestamp((TimeStampVector) vector, ticks(type), value -> (Instant) value);
      case CHAR, VARCHAR, STRING, JSON -> text(vector, value -> (String) value);
      case LARGEINT ->
          layout.has(WireForm.BINARY_LARGEINTS)
              ? sixteen(vector, SixteenBytes::lowestFirst)
              : text(vector, Object::toString);
      case UUID -> sixteen(vector, SixteenBytes::ofUuid);
      case IPV6 -> text(vector, Ipv6Text::print);
      case VARBINARY -> bytes(vector, value -> (byte[]) value);
      case QUANTILE_STATE -> object(vector, layout, value -> (byte[]) value);
      case BITMAP -> object(vector, layout, value -> BitmapBytes.of(longs(value)));
      case HLL -> object(vector, layout, value -> HllBytes.of((Set<?>) value));
      case ARRAY -> NestedWriters.array(type, vector, layout);
      case MAP -> NestedWriters.map(type, vector, layout);
      case STRUCT -> NestedWriters.struct(type, vector, layout);
      case NULL -> (row, value) -> {};
      case VARIANT ->
          layout.has(WireForm.BINARY_VARIANTS)
              ? NestedWriters.variant((StructVector) vector)
              : text(vector, value -> (String) value);
    };
  }

  /** A writer of text; {@code print} may answer null for a value that travels as null. */
  static CellWriter text(FieldVector target, Function<Object, @Nullable String> print) {
    VarCharVector vector = (VarCharVector) target;
    return (row, value) -> {
      String printed = value == null ? null : print.apply(value);
      if (printed == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, printed.getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  private static CellWriter bool(BitVector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (Boolean) value ? 1 : 0);
      }
    };
  }

  private static CellWriter tinyInt(TinyIntVector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (Byte) value);
      }
    };
  }

  private static CellWriter smallInt(SmallIntVector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (Short) value);
      }
    };
  }

  private static CellWriter integer(IntVector vector, ToIntFunction<Object> number) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, number.applyAsInt(value));
      }
    };
  }

  private static CellWriter days(DateDayVector vector, ToIntFunction<Object> day) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, day.applyAsInt(value));
      }
    };
  }

  private static CellWriter bigInt(BigIntVector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (Long) value);
      }
    };
  }

  private static CellWriter float4(Float4Vector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (Float) value);
      }
    };
  }

  private static CellWriter float8(Float8Vector vector, ToDoubleFunction<Object> number) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, number.applyAsDouble(value));
      }
    };
  }

  private static CellWriter decimal(FieldVector target) {
    if (target instanceof Decimal256Vector vector) {
      return (row, value) -> {
        if (value == null) {
          vector.setNull(row);
        } else {
          vector.setSafe(row, (BigDecimal) value);
        }
      };
    }
    DecimalVector vector = (DecimalVector) target;
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, (BigDecimal) value);
      }
    };
  }

  private static CellWriter bytes(FieldVector target, Function<Object, byte[]> encode) {
    VarBinaryVector vector = (VarBinaryVector) target;
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, encode.apply(value));
      }
    };
  }

  /** Objects are sent as NULL by servers that want to be asked for them. */
  private static CellWriter object(
      FieldVector vector, ArrowLayout layout, Function<Object, byte[]> encode) {
    CellWriter writer = bytes(vector, encode);
    return layout.has(WireForm.OBJECTS_ON_REQUEST)
        ? (row, value) -> writer.write(row, null)
        : writer;
  }

  private static CellWriter sixteen(FieldVector target, Function<Object, byte[]> encode) {
    FixedSizeBinaryVector vector = (FixedSizeBinaryVector) target;
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, encode.apply(value));
      }
    };
  }

  private static CellWriter nanoseconds(TimeStampNanoVector vector) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, Values.nanoseconds((LocalDateTime) value));
      }
    };
  }

  private static CellWriter datetime(DorisType type, TimeStampVector vector, ArrowLayout layout) {
    ZoneId zone = layout.has(WireForm.ZONED_DATETIMES) ? layout.sessionZone() : ZoneOffset.UTC;
    return timestamp(
        vector, ticks(type), value -> ((LocalDateTime) value).atZone(zone).toInstant());
  }

  private static CellWriter timestamp(
      TimeStampVector vector, ToLongFunction<Instant> ticks, Function<Object, Instant> instant) {
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, ticks.applyAsLong(instant.apply(value)));
      }
    };
  }

  private static ToLongFunction<Instant> ticks(DorisType type) {
    TimeUnit unit = ArrowFields.unit(type.length());
    long perSecond = unit == TimeUnit.SECOND ? 1 : unit == TimeUnit.MILLISECOND ? 1_000 : 1_000_000;
    long nanosPerTick = 1_000_000_000 / perSecond;
    return at -> at.getEpochSecond() * perSecond + at.getNano() / nanosPerTick;
  }

  /** TIME travels as a number of microseconds, the unit in which Doris stores it. */
  private static double micros(Object value) {
    return ((Duration) value).toNanos() / 1e3;
  }

  @SuppressWarnings("unchecked") // what DorisType.Kind.BITMAP promises
  private static NavigableSet<Long> longs(Object value) {
    return (NavigableSet<Long>) value;
  }
}
