package io.dorischangelog.flink;

import io.dorischangelog.client.DorisType;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Which Flink types a column of a Doris type can be declared as. */
final class FlinkTypes {
  private static final int NANOS = 9;
  private static final int MAX_DECIMAL = 38;

  private FlinkTypes() {}

  /** The type that holds every value of the Doris type as it is. */
  static LogicalType of(DorisType type) {
    return switch (type.family()) {
      case BOOLEAN -> new BooleanType();
      case TINYINT -> new TinyIntType();
      case SMALLINT -> new SmallIntType();
      case INT -> new IntType();
      case BIGINT -> new BigIntType();
      case FLOAT -> new FloatType();
      case DOUBLE -> new DoubleType();
      case DECIMAL -> decimal(type);
      case DATE -> new DateType();
      case DATETIME -> new TimestampType(type.precision());
      case TIMESTAMP_NS -> new TimestampType(NANOS);
      case TIMESTAMPTZ -> new LocalZonedTimestampType(type.precision());
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> new VarBinaryType(VarBinaryType.MAX_LENGTH);
      case ARRAY -> new ArrayType(of(type.children().get(0)));
      case MAP -> new MapType(of(type.children().get(0)), of(type.children().get(1)));
      case STRUCT -> row(type);
      default -> new VarCharType(VarCharType.MAX_LENGTH);
    };
  }

  /** Doris has decimals of up to 76 digits, Flink of up to 38: what does not fit is text. */
  private static LogicalType decimal(DorisType type) {
    return type.precision() > MAX_DECIMAL
        ? new VarCharType(VarCharType.MAX_LENGTH)
        : new DecimalType(type.precision(), type.scale());
  }

  private static LogicalType row(DorisType type) {
    List<RowType.RowField> fields =
        IntStream.range(0, type.fieldNames().size())
            .mapToObj(
                i -> new RowType.RowField(type.fieldNames().get(i), of(type.children().get(i))))
            .toList();
    return new RowType(fields);
  }

  /**
   * Why a column cannot be declared so.
   *
   * @return empty if it can
   */
  static Optional<String> refusal(DorisType type, LogicalType declared) {
    if (!type.isSupported()) {
      return Optional.of("has the type " + type + ", which cannot be read; leave it out");
    }
    return accepts(type, declared)
        ? Optional.empty()
        : Optional.of(
            "is " + type + ", declare it as " + of(type) + ", not " + declared.asSummaryString());
  }

  private static boolean accepts(DorisType type, LogicalType declared) {
    LogicalType natural = of(type);
    if (type.family() == DorisType.Family.LARGEINT && declared instanceof DecimalType decimal) {
      return decimal.getScale() == 0 && decimal.getPrecision() == MAX_DECIMAL;
    }
    if (natural.getTypeRoot() != declared.getTypeRoot()) {
      return false;
    }
    return switch (declared.getTypeRoot()) {
      case VARCHAR, VARBINARY -> LogicalTypeChecks.getLength(declared) >= longest(type);
      case DECIMAL ->
          LogicalTypeChecks.hasScale(declared, type.scale()) && isAsPrecise(declared, natural);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          isAsPrecise(declared, natural);
      case ARRAY, MAP, ROW -> acceptsParts(type, declared);
      default -> true;
    };
  }

  private static boolean isAsPrecise(LogicalType declared, LogicalType natural) {
    return LogicalTypeChecks.getPrecision(declared) >= LogicalTypeChecks.getPrecision(natural);
  }

  private static int longest(DorisType type) {
    return type.length() < 0 ? VarCharType.MAX_LENGTH : type.length();
  }

  private static boolean acceptsParts(DorisType type, LogicalType declared) {
    boolean named =
        declared.getTypeRoot() != LogicalTypeRoot.ROW
            || ((RowType) declared).getFieldNames().equals(type.fieldNames());
    List<LogicalType> parts = declared.getChildren();
    return named
        && parts.size() == type.children().size()
        && IntStream.range(0, parts.size())
            .allMatch(i -> accepts(type.children().get(i), parts.get(i)));
  }
}
