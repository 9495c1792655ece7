package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.WireForm;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** The Arrow schema in which Doris sends a result over Flight. */
public final class ArrowFields {
  /** Key of the field metadata that names the Doris type where the Arrow type does not. */
  public static final String TYPE_METADATA = "doris_type";

  private static final int BITS_128_DIGITS = 38;
  private static final int SIXTEEN_BYTES = 16;

  /** Types whose Arrow type is also that of another one. */
  private static final Set<DorisType.Kind> MARKED =
      Set.of(
          DorisType.Kind.LARGEINT,
          DorisType.Kind.JSON,
          DorisType.Kind.VARIANT,
          DorisType.Kind.IPV4,
          DorisType.Kind.IPV6,
          DorisType.Kind.UUID);

  private static final List<Field> VARIANT_HALVES =
      Stream.of("metadata", "value")
          .map(half -> new Field(half, FieldType.notNullable(ArrowType.Binary.INSTANCE), List.of()))
          .toList();

  private ArrowFields() {}

  /**
   * The schema of rows that a back end streams: every column typed.
   *
   * @throws DorisException for a type that cannot travel (VARIANT)
   */
  public static Schema typed(List<ResultColumn> columns, ArrowLayout layout) {
    return new Schema(columns.stream().map(column -> field(column, layout)).toList());
  }

  /** The schema of rows that a front end answers itself: all nullable text, whatever the type. */
  public static Schema text(List<ResultColumn> columns) {
    return new Schema(
        columns.stream()
            .map(column -> Field.nullable(column.label(), ArrowType.Utf8.INSTANCE))
            .toList());
  }

  /**
   * One column as a back end announces it.
   *
   * @throws DorisException for a type that cannot travel (VARIANT)
   */
  public static Field field(ResultColumn column, ArrowLayout layout) {
    return field(column.backEndLabel(), column.type(), column.nullable(), layout);
  }

  private static Field field(String name, DorisType type, boolean nullable, ArrowLayout layout) {
    FieldType fieldType =
        new FieldType(nullable, arrowType(name, type, layout), null, metadata(type, layout));
    return new Field(name, fieldType, children(type, layout));
  }

  private static Map<String, String> metadata(DorisType type, ArrowLayout layout) {
    Map<String, String> metadata = new HashMap<>();
    if (MARKED.contains(type.kind()) && !layout.has(WireForm.UNTYPED_FIELDS)) {
      metadata.put(TYPE_METADATA, type.kind().name());
    }
    extension(type.kind(), layout)
        .ifPresent(
            name -> {
              metadata.put(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME, name);
              metadata.put(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_METADATA, "");
            });
    return metadata;
  }

  /** The name under which a type extends one of Arrow's own. */
  private static Optional<String> extension(DorisType.Kind kind, ArrowLayout layout) {
    return switch (kind) {
      case UUID -> Optional.of("arrow.uuid");
      case VARIANT ->
          layout.has(WireForm.BINARY_VARIANTS)
              ? Optional.of("arrow.parquet.variant")
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static ArrowType arrowType(String name, DorisType type, ArrowLayout layout) {
    if (layout.isTextDate(type)) {
      return ArrowType.Utf8.INSTANCE;
    }
    return switch (type.kind()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT -> new ArrowType.Int(8, true);
      case SMALLINT -> new ArrowType.Int(16, true);
      case INT -> new ArrowType.Int(32, true);
      case IPV4 ->
          layout.has(WireForm.TEXT_ADDRESSES)
              ? ArrowType.Utf8.INSTANCE
              : new ArrowType.Int(32, true);
      case BIGINT -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE, TIME -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL ->
          new ArrowType.Decimal(
              type.length(), type.scale(), type.length() <= BITS_128_DIGITS ? 128 : 256);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case DATETIME ->
          new ArrowType.Timestamp(
              unit(type.length()), layout.has(WireForm.ZONED_DATETIMES) ? layout.zoneName() : null);
      case TIMESTAMP_NS -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
      case TIMESTAMPTZ -> new ArrowType.Timestamp(unit(type.length()), layout.zoneName());
      case LARGEINT ->
          layout.has(WireForm.BINARY_LARGEINTS)
              ? new ArrowType.FixedSizeBinary(SIXTEEN_BYTES)
              : ArrowType.Utf8.INSTANCE;
      case UUID -> new ArrowType.FixedSizeBinary(SIXTEEN_BYTES);
      case CHAR, VARCHAR, STRING, JSON, IPV6 -> ArrowType.Utf8.INSTANCE;
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> ArrowType.Binary.INSTANCE;
      case ARRAY -> ArrowType.List.INSTANCE;
      case MAP -> new ArrowType.Map(false);
      case STRUCT -> ArrowType.Struct.INSTANCE;
      case NULL -> ArrowType.Null.INSTANCE;
      case VARIANT -> variant(name, layout);
    };
  }

  private static ArrowType variant(String column, ArrowLayout layout) {
    if (layout.has(WireForm.BINARY_VARIANTS)) {
      return ArrowType.Struct.INSTANCE;
    } else if (layout.has(WireForm.TEXT_VARIANTS)) {
      return ArrowType.Utf8.INSTANCE;
    }
    throw DorisException.of(
        "Arrow Flight only supports Variant V2, column "
            + column
            + " is a legacy VARIANT: cast the result to STRING");
  }

  /** Seconds without a fraction, milliseconds up to three digits, else microseconds. */
  static TimeUnit unit(int fractionDigits) {
    if (fractionDigits <= 0) {
      return TimeUnit.SECOND;
    }
    return fractionDigits <= 3 ? TimeUnit.MILLISECOND : TimeUnit.MICROSECOND;
  }

  private static List<Field> children(DorisType type, ArrowLayout layout) {
    List<DorisType> parts = type.children();
    return switch (type.kind()) {
      case ARRAY -> List.of(field("item", parts.get(0), true, layout));
      case MAP -> List.of(entries(parts.get(0), parts.get(1), layout));
      case STRUCT -> structFields(type, layout);
      case VARIANT -> layout.has(WireForm.BINARY_VARIANTS) ? VARIANT_HALVES : List.of();
      default -> List.of();
    };
  }

  private static Field entries(DorisType key, DorisType value, ArrowLayout layout) {
    return new Field(
        "entries",
        FieldType.notNullable(ArrowType.Struct.INSTANCE),
        List.of(field("key", key, false, layout), field("value", value, true, layout)));
  }

  private static List<Field> structFields(DorisType type, ArrowLayout layout) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      fields.add(field(type.fieldNames().get(i), type.children().get(i), true, layout));
    }
    return fields;
  }
}
