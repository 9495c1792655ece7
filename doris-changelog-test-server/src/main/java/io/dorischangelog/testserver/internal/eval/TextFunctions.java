package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions of texts. */
final class TextFunctions {
  private static final DorisType TEXT = DorisType.of(Kind.STRING);
  private static final DorisType INT = DorisType.of(Kind.INT);

  private TextFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "UPPER", "UCASE" -> mapped(name, args, TEXT, s -> s.toUpperCase(Locale.ROOT));
      case "LOWER", "LCASE" -> mapped(name, args, TEXT, s -> s.toLowerCase(Locale.ROOT));
      case "TRIM" -> mapped(name, args, TEXT, TextFunctions::trimBlanks);
      case "REVERSE" -> mapped(name, args, TEXT, s -> new StringBuilder(s).reverse().toString());
      case "LENGTH" -> mapped(name, args, INT, s -> s.getBytes(StandardCharsets.UTF_8).length);
      case "CHAR_LENGTH", "CHARACTER_LENGTH" ->
          mapped(name, args, INT, s -> s.codePointCount(0, s.length()));
      case "CONCAT" -> concat(args);
      case "REPEAT" -> repeat(args);
      case "REPLACE" -> replace(args);
      case "SUBSTRING", "SUBSTR" -> substring(args);
      default -> null;
    };
  }

  private static String trimBlanks(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) == ' ') {
      start++;
    }
    while (end > start && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(start, end);
  }

  private static Bound mapped(
      String name, List<Bound> args, DorisType type, Function<String, Object> function) {
    Functions.expect(name, args, 1, 1);
    Bound text = Casts.text(args.get(0));
    return new Bound(
        type,
        text.nullable(),
        row -> {
          Object value = text.value(row);
          return value == null ? null : function.apply(value.toString());
        });
  }

  private static Bound concat(List<Bound> args) {
    Functions.expect("CONCAT", args, 1, Integer.MAX_VALUE);
    List<Bound> texts = args.stream().map(Casts::text).toList();
    return new Bound(
        TEXT,
        texts.stream().anyMatch(Bound::nullable),
        row -> {
          StringBuilder result = new StringBuilder();
          for (Bound text : texts) {
            Object value = text.value(row);
            if (value == null) {
              return null;
            }
            result.append(value);
          }
          return result.toString();
        });
  }

  private static Bound repeat(List<Bound> args) {
    Functions.expect("REPEAT", args, 2, 2);
    Bound text = Casts.text(args.get(0));
    Bound count = args.get(1);
    return new Bound(
        TEXT,
        true,
        row -> {
          Object value = text.value(row);
          Object times = count.value(row);
          return value == null || times == null
              ? null
              : value.toString().repeat(Math.max(0, Numbers.decimal(times).intValue()));
        });
  }

  private static Bound replace(List<Bound> args) {
    Functions.expect("REPLACE", args, 3, 3);
    List<Bound> texts = args.stream().map(Casts::text).toList();
    return new Bound(
        TEXT,
        true,
        row -> {
          Object text = texts.get(0).value(row);
          Object from = texts.get(1).value(row);
          Object to = texts.get(2).value(row);
          if (text == null || from == null || to == null) {
            return null;
          }
          return from.toString().isEmpty()
              ? text
              : text.toString().replace(from.toString(), to.toString());
        });
  }

  private static Bound substring(List<Bound> args) {
    Functions.expect("SUBSTRING", args, 2, 3);
    Bound text = Casts.text(args.get(0));
    Bound count = args.size() == 3 ? args.get(2) : Bound.constant(Integer.MAX_VALUE, INT);
    return new Bound(
        TEXT,
        true,
        row -> {
          Object value = text.value(row);
          Object from = args.get(1).value(row);
          Object length = count.value(row);
          return value == null || from == null || length == null
              ? null
              : part(
                  value.toString(),
                  Numbers.decimal(from).intValue(),
                  Numbers.decimal(length).intValue());
        });
  }

  /** Positions count characters from 1, negative ones from the end; 0 is nowhere. */
  private static String part(String text, int from, int count) {
    int[] points = text.codePoints().toArray();
    int start = from > 0 ? from - 1 : points.length + from;
    if (from == 0 || start < 0 || start >= points.length || count <= 0) {
      return "";
    }
    return new String(points, start, Math.min(count, points.length - start));
  }
}
