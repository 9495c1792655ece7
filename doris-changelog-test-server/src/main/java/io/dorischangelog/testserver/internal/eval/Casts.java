package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions between types. Outside of INSERT, a value that does not fit becomes NULL. */
public final class Casts {
  private Casts() {}

  /** CAST(value AS type). */
  static Bound bind(Bound value, DorisType type, ZoneId zone) {
    if (value.type().equals(type)) {
      return value;
    }
    boolean nullable = value.nullable() || !CommonType.isText(type.kind());
    return new Bound(type, nullable, row -> orNull(value.value(row), value.type(), type, zone));
  }

  /** The type that holds the values of both. */
  public static DorisType commonType(DorisType left, DorisType right) {
    return CommonType.of(left, right);
  }

  static List<Bound> all(List<Bound> values, DorisType type, ZoneId zone) {
    List<Bound> result = new ArrayList<>();
    for (Bound value : values) {
      result.add(bind(value, type, zone));
    }
    return result;
  }

  /** The value as text. */
  static Bound text(Bound value) {
    return CommonType.isText(value.kind())
        ? value
        : new Bound(
            DorisType.of(Kind.STRING),
            value.nullable(),
            row -> Values.format(value.value(row), value.type()));
  }

  private static @Nullable Object orNull(
      @Nullable Object value, DorisType from, DorisType to, ZoneId zone) {
    try {
      if (CommonType.isText(to.kind()) && to.length() >= 0) {
        Object text = strict(value, from, DorisType.of(Kind.STRING), zone);
        return text == null ? null : cutOff(text.toString(), to.length());
      }
      return strict(value, from, to, zone);
    } catch (DorisException e) {
      return null;
    }
  }

  /** The longest part whose UTF-8 form has at most so many bytes. */
  private static String cutOff(String text, int bytes) {
    int end = 0;
    int left = bytes;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      left -= Character.toString(point).getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end);
  }

  /**
   * Converts a value.
   *
   * @throws DorisException if it does not fit
   */
  public static @Nullable Object strict(
      @Nullable Object value, DorisType from, DorisType to, ZoneId zone) {
    if (value == null || from.equals(to)) {
      return value;
    } else if (CommonType.isText(to.kind()) && !CommonType.isText(from.kind())) {
      return Values.cast(Values.format(value, from), to);
    } else if (value instanceof Instant instant && to.kind() != Kind.TIMESTAMPTZ) {
      return Values.cast(LocalDateTime.ofInstant(instant, zone), to);
    } else if (to.kind() == Kind.TIMESTAMPTZ && value instanceof LocalDateTime local) {
      return Values.cast(local.atZone(zone).toInstant(), to);
    } else if (to.kind() == Kind.TIMESTAMPTZ && value instanceof LocalDate date) {
      return Values.cast(date.atStartOfDay(zone).toInstant(), to);
    }
    return Values.cast(value, to);
  }
}
