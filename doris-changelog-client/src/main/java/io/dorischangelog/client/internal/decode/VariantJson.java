package io.dorischangelog.client.internal.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.UUID;

/**
 * Writes one variant as JSON. The encoding is Parquet's: the lowest two bits of a value's first
 * byte say what it is, the other six how it is stored. JSON has no dates, times, bytes, NaN or
 * infinity: those become texts.
 */
final class VariantJson {

  private static final int PRIMITIVE = 0;
  private static final int SHORT_TEXT = 1;
  private static final int OBJECT = 2;
  private static final int MAX_DEPTH = 500;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final ByteBuffer dictionary;
  private final ByteBuffer value;
  private final StringBuilder json = new StringBuilder();
  private final int keyOffsetBytes;
  private final int keyCount;

  VariantJson(byte[] dictionary, byte[] value) {
    this.dictionary = ByteBuffer.wrap(dictionary).order(ByteOrder.LITTLE_ENDIAN);
    this.value = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    int header = dictionary.length == 0 ? 0 : dictionary[0];
    if ((header & 0xF) != 1) {
      throw new IllegalArgumentException("version " + (header & 0xF) + " of variants is unknown");
    }
    this.keyOffsetBytes = 1 + (header >> 6 & 3);
    this.keyCount = number(this.dictionary, 1, keyOffsetBytes);
  }

  String text() {
    write(0, 0);
    return json.toString();
  }

  private void write(int at, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("it is nested too deeply");
    }
    int kind = value.get(at) & 3;
    int header = value.get(at) >> 2 & 0x3F;
    switch (kind) {
      case PRIMITIVE -> primitive(header, at + 1);
      case SHORT_TEXT -> quote(utf8(value, at + 1, header));
      case OBJECT -> object(header, at + 1, depth);
      default -> array(header, at + 1, depth);
    }
  }

  private void object(int header, int at, int depth) {
    int offsetBytes = 1 + (header & 3);
    int idBytes = 1 + (header >> 2 & 3);
    int countBytes = (header >> 4 & 1) == 1 ? Integer.BYTES : 1;
    int count = number(value, at, countBytes);
    int ids = at + countBytes;
    int offsets = ids + Math.multiplyExact(count, idBytes);
    int values = offsets + Math.multiplyExact(count + 1, offsetBytes);
    json.append('{');
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ",");
      quote(key(number(value, ids + i * idBytes, idBytes)));
      json.append(':');
      write(values + number(value, offsets + i * offsetBytes, offsetBytes), depth + 1);
    }
    json.append('}');
  }

  private void array(int header, int at, int depth) {
    int offsetBytes = 1 + (header & 3);
    int countBytes = (header >> 2 & 1) == 1 ? Integer.BYTES : 1;
    int count = number(value, at, countBytes);
    int offsets = at + countBytes;
    int values = offsets + Math.multiplyExact(count + 1, offsetBytes);
    json.append('[');
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ",");
      write(values + number(value, offsets + i * offsetBytes, offsetBytes), depth + 1);
    }
    json.append(']');
  }

  private void primitive(int type, int at) {
    switch (type) {
      case 0 -> json.append("null");
      case 1 -> json.append("true");
      case 2 -> json.append("false");
      case 3 -> json.append(value.get(at));
      case 4 -> json.append(value.getShort(at));
      case 5 -> json.append(value.getInt(at));
      case 6 -> json.append(value.getLong(at));
      case 7 -> floating(value.getDouble(at), Double.toString(value.getDouble(at)));
      case 8 -> decimal(at, Integer.BYTES);
      case 9 -> decimal(at, Long.BYTES);
      case 10 -> decimal(at, 2 * Long.BYTES);
      case 14 -> floating(value.getFloat(at), Float.toString(value.getFloat(at)));
      default -> quote(texted(type, at));
    }
  }

  /** The types JSON has not. */
  private String texted(int type, int at) {
    return switch (type) {
      case 11 -> LocalDate.ofEpochDay(value.getInt(at)).toString();
      case 12 -> instant(value.getLong(at), MICROS_PER_SECOND).toString();
      case 13 -> wallClock(instant(value.getLong(at), MICROS_PER_SECOND));
      case 15 -> Base64.getEncoder().encodeToString(bytes(value, at + 4, value.getInt(at)));
      case 16 -> utf8(value, at + 4, value.getInt(at));
      case 17 -> LocalTime.ofNanoOfDay(value.getLong(at) * NANOS_PER_MICRO).toString();
      case 18 -> instant(value.getLong(at), NANOS_PER_SECOND).toString();
      case 19 -> wallClock(instant(value.getLong(at), NANOS_PER_SECOND));
      case 20 ->
          new UUID(Long.reverseBytes(value.getLong(at)), Long.reverseBytes(value.getLong(at + 8)))
              .toString();
      default -> throw new IllegalArgumentException("type " + type + " is unknown");
    };
  }

  private static Instant instant(long units, long perSecond) {
    return Instant.ofEpochSecond(
        Math.floorDiv(units, perSecond),
        Math.floorMod(units, perSecond) * (NANOS_PER_SECOND / perSecond));
  }

  private static String wallClock(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
  }

  private void floating(double number, String text) {
    if (Double.isFinite(number)) {
      json.append(text);
    } else {
      quote(text);
    }
  }

  private void decimal(int at, int width) {
    byte[] littleEndian = bytes(value, at + 1, width);
    byte[] bigEndian = new byte[width];
    for (int i = 0; i < width; i++) {
      bigEndian[i] = littleEndian[width - 1 - i];
    }
    json.append(new BigDecimal(new BigInteger(bigEndian), value.get(at)).toPlainString());
  }

  private String key(int id) {
    if (id >= keyCount) {
      throw new IllegalArgumentException("key " + id + " is not in its dictionary");
    }
    int offsets = 1 + keyOffsetBytes;
    int keys = offsets + (keyCount + 1) * keyOffsetBytes;
    int start = number(dictionary, offsets + id * keyOffsetBytes, keyOffsetBytes);
    int end = number(dictionary, offsets + (id + 1) * keyOffsetBytes, keyOffsetBytes);
    return utf8(dictionary, keys + start, end - start);
  }

  /** An unsigned number of one to four bytes. */
  private static int number(ByteBuffer buffer, int at, int width) {
    int number = 0;
    for (int i = width - 1; i >= 0; i--) {
      number = number << Byte.SIZE | Byte.toUnsignedInt(buffer.get(at + i));
    }
    if (number < 0) {
      throw new IllegalArgumentException("a size is above 2^31");
    }
    return number;
  }

  private static byte[] bytes(ByteBuffer buffer, int at, int length) {
    if (length < 0 || length > buffer.limit() - at) {
      throw new IllegalArgumentException(length + " bytes at " + at + " of " + buffer.limit());
    }
    byte[] bytes = new byte[length];
    buffer.get(at, bytes);
    return bytes;
  }

  private static String utf8(ByteBuffer buffer, int at, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes(buffer, at, length)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a text is not UTF-8", e);
    }
  }

  private void quote(String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
