package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.DorisType.Family;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Decides once per schema how a column is read: whether what is on the wire is a form of the
 * declared type, and which reader reads that form.
 */
final class ReaderBindings {

  private final ColumnRef column;
  private final Field field;
  private final ArrowType wire;

  private ReaderBindings(ColumnRef column, Field field) {
    this.column = column;
    this.field = field;
    this.wire = WireTypes.storage(field);
  }

  /**
   * The binding of a column.
   *
   * @throws io.dorischangelog.client.error.UnsupportedTypeException if one of the types is unknown
   * @throws io.dorischangelog.client.error.SchemaChangedException if they do not belong together
   */
  static ReaderBinding of(ColumnRef column, Field field) {
    ReaderBinding binding = new ReaderBindings(column, field).binding();
    return vector ->
        binding.bind(
            vector instanceof ExtensionTypeVector<?> extension
                ? (FieldVector) extension.getUnderlyingVector()
                : vector);
  }

  private ReaderBinding binding() {
    Family family = column.type().family();
    if (family == Family.UNSUPPORTED || !WireTypes.isKnown(field)) {
      throw column.unsupported(field);
    }
    if (wire.getTypeID() == ArrowTypeID.Null) {
      return vector -> new NullReader(column, vector.getValueCount());
    }
    if (!WireTypes.hintAllows(field, family)) {
      throw column.mismatch(field);
    }
    return switch (family) {
      case BOOLEAN -> bool();
      case TINYINT -> integer(Byte.SIZE);
      case SMALLINT -> integer(Short.SIZE);
      case INT -> integer(Integer.SIZE);
      case BIGINT -> integer(Long.SIZE);
      case LARGEINT -> largeInt();
      case FLOAT, DOUBLE -> floating(family);
      case DECIMAL -> plain(ArrowTypeID.Decimal, DecimalReader::new);
      case DATE -> date();
      case DATETIME, TIMESTAMP_NS -> dateTime();
      case TIMESTAMPTZ -> timestamp();
      case TIME -> time();
      case CHAR, VARCHAR, STRING, JSON -> text();
      case VARIANT -> variant();
      case IPV4 -> ipv4();
      case IPV6 -> textAs(Addresses::ipv6Text);
      case UUID -> uuid();
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> binary();
      case ARRAY -> array();
      case MAP -> map();
      case STRUCT -> struct();
      case NULL, UNSUPPORTED -> throw column.mismatch(field);
    };
  }

  /** Makes a reader of a vector whose own form is the declared type's. */
  @FunctionalInterface
  private interface PlainReader {
    ColumnReader of(ColumnRef column, FieldVector vector);
  }

  private ReaderBinding plain(ArrowTypeID expected, PlainReader reader) {
    require(wire.getTypeID() == expected);
    return vector -> reader.of(column, vector);
  }

  /** A form that is converted from the values of another type. */
  private ReaderBinding converted(
      Family sentAs, PlainReader reader, ConvertingReader.Conversion conversion) {
    ColumnRef sent = column.nested("", DorisType.of(sentAs));
    return vector -> new ConvertingReader(column, reader.of(sent, vector), conversion);
  }

  private void require(boolean fits) {
    if (!fits) {
      throw column.mismatch(field);
    }
  }

  private ReaderBinding bool() {
    return wire instanceof ArrowType.Int
        ? converted(Family.BIGINT, IntegerReader::new, ReaderBindings::truth)
        : plain(ArrowTypeID.Bool, BooleanReader::new);
  }

  private static Object truth(Object sent) {
    long number = (Long) sent;
    if (number != 0 && number != 1) {
      throw new IllegalArgumentException("neither 0 nor 1");
    }
    return number == 1;
  }

  private ReaderBinding integer(int bits) {
    require(WireTypes.fitsSigned(wire, bits));
    return vector -> new IntegerReader(column, vector);
  }

  private ReaderBinding largeInt() {
    return switch (wire.getTypeID()) {
      case Int ->
          converted(Family.BIGINT, IntegerReader::new, sent -> BigInteger.valueOf((Long) sent));
      case FixedSizeBinary -> sixteenBytes();
      case Decimal ->
          converted(
              Family.DECIMAL,
              DecimalReader::new,
              sent -> TextForms.largeInt(((BigDecimal) sent).toBigInteger()));
      default -> textAs(TextForms::largeInt);
    };
  }

  private ReaderBinding floating(Family family) {
    require(wire.getTypeID() == ArrowTypeID.FloatingPoint);
    require(family == Family.DOUBLE ? !WireTypes.isHalf(wire) : WireTypes.isSingle(wire));
    return vector -> new FloatReader(column, vector);
  }

  private ReaderBinding date() {
    return wire.getTypeID() == ArrowTypeID.Utf8
        ? textAs(TextForms::date)
        : plain(WireTypes.isDays(wire) ? ArrowTypeID.Date : ArrowTypeID.NONE, DateReader::new);
  }

  private ReaderBinding dateTime() {
    return wire.getTypeID() == ArrowTypeID.Utf8 ? textAs(TextForms::dateTime) : timestamp();
  }

  private ReaderBinding timestamp() {
    require(wire.getTypeID() == ArrowTypeID.Timestamp);
    ZoneId zone = WireTypes.zone(column, (ArrowType.Timestamp) wire);
    return vector -> new TimestampReader(column, vector, zone);
  }

  private ReaderBinding time() {
    require(wire.getTypeID() == ArrowTypeID.FloatingPoint && !WireTypes.isHalf(wire));
    return converted(Family.DOUBLE, FloatReader::new, WireTypes::duration);
  }

  private ReaderBinding text() {
    require(WireTypes.isText(wire));
    return vector -> new BytesReader(column, vector);
  }

  private ReaderBinding textAs(ConvertingReader.Conversion conversion) {
    require(WireTypes.isText(wire));
    return converted(Family.STRING, BytesReader::new, conversion);
  }

  private ReaderBinding variant() {
    if (WireTypes.isText(wire)) {
      return text();
    }
    require(wire.getTypeID() == ArrowTypeID.Struct);
    List<String> halves = field.getChildren().stream().map(Field::getName).toList();
    int dictionary = halves.indexOf("metadata");
    int value = halves.indexOf("value");
    require(dictionary >= 0 && value >= 0);
    ColumnRef bytes = column.nested("", DorisType.of(Family.VARBINARY));
    ReaderBinding dictionaries = of(bytes, field.getChildren().get(dictionary));
    ReaderBinding values = of(bytes, field.getChildren().get(value));
    return vector -> {
      List<FieldVector> children = vector.getChildrenFromFields();
      return new VariantReader(
          column,
          vector,
          dictionaries.bind(children.get(dictionary)),
          values.bind(children.get(value)));
    };
  }

  private ReaderBinding ipv4() {
    return wire instanceof ArrowType.Int
        ? converted(Family.BIGINT, IntegerReader::new, Addresses::ipv4)
        : textAs(Addresses::ipv4Text);
  }

  private ReaderBinding uuid() {
    return WireTypes.isText(wire) ? textAs(sent -> UUID.fromString((String) sent)) : sixteenBytes();
  }

  private ReaderBinding sixteenBytes() {
    require(
        wire instanceof ArrowType.FixedSizeBinary fixed
            && fixed.getByteWidth() == FixedBytesReader.WIDTH);
    return vector -> new FixedBytesReader(column, vector);
  }

  private ReaderBinding binary() {
    require(wire.getTypeID() == ArrowTypeID.Binary || wire.getTypeID() == ArrowTypeID.LargeBinary);
    return vector -> new BytesReader(column, vector);
  }

  private ReaderBinding array() {
    require(wire.getTypeID() == ArrowTypeID.List);
    ReaderBinding element = child("[]", 0, field.getChildren().get(0));
    return vector ->
        new ListReader(column, vector, element.bind(vector.getChildrenFromFields().get(0)));
  }

  private ReaderBinding map() {
    require(wire.getTypeID() == ArrowTypeID.Map);
    List<Field> entry = field.getChildren().get(0).getChildren();
    ReaderBinding key = child("[key]", 0, entry.get(0));
    ReaderBinding value = child("[value]", 1, entry.get(1));
    return vector -> {
      List<FieldVector> entries = vector.getChildrenFromFields().get(0).getChildrenFromFields();
      return new MapReader(column, vector, key.bind(entries.get(0)), value.bind(entries.get(1)));
    };
  }

  private ReaderBinding struct() {
    require(wire.getTypeID() == ArrowTypeID.Struct);
    List<String> sent = field.getChildren().stream().map(Field::getName).toList();
    List<String> names = column.type().fieldNames();
    require(sent.size() == names.size() && sent.containsAll(names));
    List<Integer> places = names.stream().map(sent::indexOf).toList();
    List<ReaderBinding> bindings = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      bindings.add(child("." + names.get(i), i, field.getChildren().get(places.get(i))));
    }
    return vector -> {
      List<FieldVector> children = vector.getChildrenFromFields();
      List<ColumnReader> readers = new ArrayList<>();
      for (int i = 0; i < bindings.size(); i++) {
        readers.add(bindings.get(i).bind(children.get(places.get(i))));
      }
      return new StructReader(column, vector, readers);
    };
  }

  private ReaderBinding child(String suffix, int index, Field childField) {
    return of(column.nested(suffix, column.type().children().get(index)), childField);
  }
}
