package io.dorischangelog.testserver.internal.type;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dorischangelog.testserver.internal.engine.DorisException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.UUID;
import java.util.regex.Pattern;

/** Casts to text and to JSON. */
final class TextCast {
  private static final Pattern UUID_TEXT =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private TextCast() {}

  /** The length of CHAR and VARCHAR counts bytes. */
  static String toText(Object value, DorisType type) {
    String text = text(value);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (type.length() > 0 && bytes > type.length()) {
      throw DorisException.of(
          "Insert has filtered data in strict mode. first_error_msg: the length of input is too"
              + " long than schema. schema length: "
              + type.length()
              + "; actual length: "
              + bytes);
    }
    return text;
  }

  /** Digits in any case; the short groups that Java allows are refused. */
  static UUID toUuid(Object value, DorisType type) {
    String text = value.toString().strip();
    if (!UUID_TEXT.matcher(text).matches()) {
      throw CastErrors.invalid(value, type, null);
    }
    return UUID.fromString(text);
  }

  private static String text(Object value) {
    if (value instanceof Boolean bool) {
      return bool ? "1" : "0";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Double || value instanceof Float) {
      return ValueText.floating(((Number) value).doubleValue(), value.toString());
    }
    if (value instanceof LocalDateTime dateTime) {
      return ValueText.dateTime(dateTime, dateTime.get(ChronoField.NANO_OF_SECOND) == 0 ? 0 : 6);
    }
    if (value instanceof Duration duration) {
      return ValueText.time(duration, duration.toNanosPart() == 0 ? 0 : 6);
    }
    if (value instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return value.toString();
  }

  /** Checked and without spaces between its tokens, as Doris gives it back. */
  static String toJson(Object value, DorisType type) {
    try {
      JsonNode node = value instanceof String text ? JSON.readTree(text) : JSON.valueToTree(value);
      if (node == null || node.isMissingNode()) {
        throw CastErrors.invalid(value, type, null);
      }
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw CastErrors.invalid(value, type, e);
    }
  }
}
