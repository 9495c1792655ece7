package io.dorischangelog.testserver.internal.type;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * JSON in Parquet's variant encoding: a sorted dictionary of all keys, and a value in which the
 * lowest two bits of each first byte say what it is. All counts, keys and offsets are written with
 * four bytes.
 */
final class VariantBytes {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final int DECIMAL_DIGITS = 38;

  /**
   * A value's first bytes: a primitive's type is shifted by 2; wide objects and arrays are fixed.
   */
  private static final int NULL = 0;

  private static final int TRUE = 1 << 2;
  private static final int FALSE = 2 << 2;
  private static final int LONG = 6 << 2;
  private static final int DOUBLE = 7 << 2;
  private static final int DECIMAL_16 = 10 << 2;
  private static final int TEXT = 16 << 2;
  private static final int WIDE_OBJECT = 0b1_1111_10;
  private static final int WIDE_ARRAY = 0b1_11_11;
  private static final int WIDE_DICTIONARY = 0b11_0_1_0001;

  private final List<String> keys;
  private final JsonNode content;

  /** The encoding of a JSON text. */
  VariantBytes(String json) {
    try {
      this.content = JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("VARIANT values are checked when they are written", e);
    }
    TreeSet<String> names = new TreeSet<>();
    collect(content, names);
    this.keys = List.copyOf(names);
  }

  private static void collect(JsonNode node, Set<String> names) {
    node.fieldNames().forEachRemaining(names::add);
    node.forEach(child -> collect(child, names));
  }

  /** The keys. */
  byte[] dictionary() {
    Bytes out = new Bytes();
    out.write(WIDE_DICTIONARY);
    out.number(keys.size(), Integer.BYTES);
    out.blocks(keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList());
    return out.toByteArray();
  }

  /** The content. */
  byte[] value() {
    return encode(content);
  }

  private byte[] encode(JsonNode node) {
    Bytes out = new Bytes();
    if (node.isObject()) {
      Map<String, JsonNode> fields = new TreeMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      out.write(WIDE_OBJECT);
      out.number(fields.size(), Integer.BYTES);
      fields.keySet().forEach(key -> out.number(keys.indexOf(key), Integer.BYTES));
      out.blocks(fields.values().stream().map(field -> encode(field)).toList());
    } else if (node.isArray()) {
      List<byte[]> elements = new ArrayList<>();
      node.forEach(element -> elements.add(encode(element)));
      out.write(WIDE_ARRAY);
      out.number(elements.size(), Integer.BYTES);
      out.blocks(elements);
    } else if (node.isTextual()) {
      byte[] text = node.textValue().getBytes(StandardCharsets.UTF_8);
      out.write(TEXT);
      out.number(text.length, Integer.BYTES);
      out.writeBytes(text);
    } else {
      scalar(node, out);
    }
    return out.toByteArray();
  }

  private static void scalar(JsonNode node, Bytes out) {
    if (node.isBoolean()) {
      out.write(node.booleanValue() ? TRUE : FALSE);
    } else if (node.canConvertToLong() && node.isIntegralNumber()) {
      out.write(LONG);
      out.number(node.longValue(), Long.BYTES);
    } else if (node.isNumber()) {
      decimal(node.decimalValue(), out);
    } else {
      out.write(NULL);
    }
  }

  private static void decimal(BigDecimal number, Bytes out) {
    if (number.precision() > DECIMAL_DIGITS || number.scale() < 0 || number.scale() > 38) {
      out.write(DOUBLE);
      out.number(Double.doubleToRawLongBits(number.doubleValue()), Long.BYTES);
      return;
    }
    BigInteger unscaled = number.unscaledValue();
    out.write(DECIMAL_16);
    out.write(number.scale());
    out.writeBytes(SixteenBytes.lowestFirst(unscaled));
  }

  /** Bytes with numbers, the lowest byte first. */
  private static final class Bytes extends ByteArrayOutputStream {
    void number(long value, int width) {
      for (int i = 0; i < width; i++) {
        write((int) (value >>> (i * Byte.SIZE)));
      }
    }

    /** Where each begins, where the last ends, and then they themselves. */
    void blocks(List<byte[]> blocks) {
      int offset = 0;
      number(offset, Integer.BYTES);
      for (byte[] block : blocks) {
        offset += block.length;
        number(offset, Integer.BYTES);
      }
      blocks.forEach(this::writeBytes);
    }
  }
}
