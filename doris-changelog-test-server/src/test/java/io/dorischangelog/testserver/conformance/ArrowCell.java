package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** A value of an Arrow vector in the form in which cases hold it. */
final class ArrowCell {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private ArrowCell() {}

  static Object of(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    } else if (vector instanceof DateDayVector days) {
      return LocalDate.ofEpochDay(days.get(row)).toString();
    } else if (vector instanceof TimeStampVector ticks) {
      return timestamp(ticks, row);
    } else if (vector instanceof ListVector || vector instanceof StructVector) {
      return tree(vector, row);
    }
    Object value = vector.getObject(row);
    if ("IPV4".equals(vector.getField().getMetadata().get("doris_type"))) {
      return dotted((Integer) value);
    }
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : plain(value);
  }

  private static String dotted(int bits) {
    return (bits >>> 24)
        + "."
        + ((bits >>> 16) & 255)
        + "."
        + ((bits >>> 8) & 255)
        + "."
        + (bits & 255);
  }

  private static Object plain(Object value) {
    return value instanceof Number || value instanceof Boolean ? value : value.toString();
  }

  private static String timestamp(TimeStampVector vector, int row) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long perSecond =
        switch (type.getUnit()) {
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1_000_000;
          case NANOSECOND -> 1_000_000_000;
        };
    long ticks = vector.get(row);
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(ticks, perSecond),
            Math.floorMod(ticks, perSecond) * (1_000_000_000 / perSecond));
    ZoneId zone = type.getTimezone() == null ? ZoneOffset.UTC : ZoneId.of(type.getTimezone());
    return LocalDateTime.ofInstant(instant, zone).format(TIMESTAMP);
  }

  private static JsonNode tree(FieldVector vector, int row) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (vector.isNull(row)) {
      return nodes.nullNode();
    } else if (vector instanceof MapVector map) {
      return entries(map, row);
    } else if (vector instanceof ListVector list) {
      ArrayNode array = nodes.arrayNode();
      for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
        array.add(tree(list.getDataVector(), i));
      }
      return array;
    } else if (vector instanceof StructVector struct) {
      ObjectNode object = nodes.objectNode();
      struct
          .getChildrenFromFields()
          .forEach(child -> object.set(child.getName(), tree(child, row)));
      return object;
    }
    Object value = of(vector, row);
    if (value instanceof Boolean flag) {
      return nodes.booleanNode(flag);
    }
    return value instanceof Number number
        ? nodes.numberNode(new BigDecimal(number.toString()))
        : nodes.textNode(String.valueOf(value));
  }

  private static ObjectNode entries(MapVector map, int row) {
    StructVector entries = (StructVector) map.getDataVector();
    FieldVector keys = entries.getChildrenFromFields().get(0);
    FieldVector values = entries.getChildrenFromFields().get(1);
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = map.getElementStartIndex(row); i < map.getElementEndIndex(row); i++) {
      object.set(String.valueOf(of(keys, i)), tree(values, i));
    }
    return object;
  }
}
