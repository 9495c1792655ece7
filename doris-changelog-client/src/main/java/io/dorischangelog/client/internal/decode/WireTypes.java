package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType.Family;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** What can be said about a type on the wire. */
final class WireTypes {

  /** Hints servers give (documented), and the family each stands for. */
  private static final Map<String, Family> HINTS =
      Map.of(
          "LARGEINT", Family.LARGEINT,
          "JSON", Family.JSON,
          "VARIANT", Family.VARIANT,
          "IPV4", Family.IPV4,
          "IPV6", Family.IPV6,
          "UUID", Family.UUID);

  /** Zone names Doris has and Java has not. */
  private static final Map<String, String> ZONE_ALIASES = Map.of("CST", "Asia/Shanghai");

  private static final double NANOS_PER_MICRO = 1_000;
  private static final double MAX_TIME_MICROS = 1e15;

  private WireTypes() {}

  /** The type in which the values lie: for an extension type the one it extends. */
  static ArrowType storage(Field field) {
    return field.getType() instanceof ArrowType.ExtensionType extension
        ? extension.storageType()
        : field.getType();
  }

  /** Whether Doris sends such a type at all. */
  static boolean isKnown(Field field) {
    return field.getDictionary() == null
        && switch (storage(field).getTypeID()) {
          case Null,
              Bool,
              Int,
              FloatingPoint,
              Decimal,
              Date,
              Timestamp,
              Utf8,
              LargeUtf8,
              Binary,
              LargeBinary,
              FixedSizeBinary,
              List,
              Map,
              Struct ->
              true;
          default -> false;
        };
  }

  /** The family that a hint on the field names, or null without a known hint. */
  static @Nullable Family hint(Field field) {
    String hint = field.getMetadata().get(WireText.DORIS_TYPE);
    return hint == null ? null : HINTS.get(hint);
  }

  /** Whether the hint, if there is one, agrees with the declared family. */
  static boolean hintAllows(Field field, Family declared) {
    Family hint = hint(field);
    return hint == null || hint == declared;
  }

  static boolean isText(ArrowType wire) {
    return wire.getTypeID() == ArrowTypeID.Utf8 || wire.getTypeID() == ArrowTypeID.LargeUtf8;
  }

  static boolean isSingle(ArrowType wire) {
    return wire instanceof ArrowType.FloatingPoint type
        && type.getPrecision() == FloatingPointPrecision.SINGLE;
  }

  static boolean isHalf(ArrowType wire) {
    return wire instanceof ArrowType.FloatingPoint type
        && type.getPrecision() == FloatingPointPrecision.HALF;
  }

  static boolean isDays(ArrowType wire) {
    return wire instanceof ArrowType.Date type && type.getUnit() == DateUnit.DAY;
  }

  /** Whether every value of an integer type on the wire fits into so many bits with sign. */
  static boolean fitsSigned(ArrowType wire, int bits) {
    return wire instanceof ArrowType.Int type
        && type.getBitWidth() + (type.getIsSigned() ? 0 : 1) <= bits;
  }

  /**
   * The zone of a timestamp, or null without one.
   *
   * @throws io.dorischangelog.client.error.UnsupportedTypeException if Java does not know it
   */
  static @Nullable ZoneId zone(ColumnRef column, ArrowType.Timestamp wire) {
    String text = wire.getTimezone();
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return ZoneId.of(ZONE_ALIASES.getOrDefault(text, text));
    } catch (DateTimeException e) {
      throw column.unknownZone(text);
    }
  }

  /**
   * A TIME value. Doris keeps it in microseconds and sends the number it keeps; that the unit is
   * the same on the wire is an assumption, as no source says so.
   */
  static Duration duration(Object sent) {
    double micros = (Double) sent;
    if (!(Math.abs(micros) <= MAX_TIME_MICROS)) {
      throw new IllegalArgumentException("out of range");
    }
    return Duration.ofNanos(Math.round(micros * NANOS_PER_MICRO));
  }
}
