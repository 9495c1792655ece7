package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that find, cut or pad parts of texts; positions count characters from 1. */
final class TextPartFunctions {
  private static final DorisType TEXT = DorisType.of(Kind.STRING);
  private static final DorisType INT = DorisType.of(Kind.INT);
  private static final DorisType BOOLEAN = DorisType.of(Kind.BOOLEAN);

  private TextPartFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "LEFT", "STRLEFT" -> of(name, args, 2, TEXT, a -> left(a[0], number(a[1])));
      case "RIGHT", "STRRIGHT" -> of(name, args, 2, TEXT, a -> right(a[0], number(a[1])));
      case "LTRIM" -> of(name, args, 1, TEXT, a -> a[0].replaceFirst("^ +", ""));
      case "RTRIM" -> of(name, args, 1, TEXT, a -> a[0].replaceFirst(" +$", ""));
      case "LPAD" -> of(name, args, 3, TEXT, a -> pad(a, true));
      case "RPAD" -> of(name, args, 3, TEXT, a -> pad(a, false));
      case "INSTR" -> of(name, args, 2, INT, a -> a[0].indexOf(a[1]) + 1);
      case "LOCATE" -> of(name, args, 2, INT, a -> a[1].indexOf(a[0]) + 1);
      case "STARTS_WITH" -> of(name, args, 2, BOOLEAN, a -> a[0].startsWith(a[1]));
      case "ENDS_WITH" -> of(name, args, 2, BOOLEAN, a -> a[0].endsWith(a[1]));
      case "SPLIT_PART" -> of(name, args, 3, TEXT, TextPartFunctions::splitPart);
      case "CONCAT_WS" -> joined(args);
      default -> null;
    };
  }

  /** What a function does with its arguments as texts. */
  @FunctionalInterface
  private interface Body {
    @Nullable Object apply(String[] texts);
  }

  private static Bound of(String name, List<Bound> args, int count, DorisType type, Body body) {
    Functions.expect(name, args, count, count);
    return Strict.call(
        type,
        Strict.texts(args),
        values -> {
          String[] texts = new String[values.length];
          for (int i = 0; i < texts.length; i++) {
            texts[i] = values[i].toString();
          }
          return body.apply(texts);
        });
  }

  private static int number(String text) {
    return Numbers.decimal(text).intValue();
  }

  private static String left(String text, int count) {
    int[] points = text.codePoints().toArray();
    return count <= 0 ? "" : new String(points, 0, Math.min(count, points.length));
  }

  private static String right(String text, int count) {
    int[] points = text.codePoints().toArray();
    int length = Math.max(0, Math.min(count, points.length));
    return new String(points, points.length - length, length);
  }

  private static @Nullable String pad(String[] args, boolean left) {
    int length = number(args[1]);
    int missing = length - args[0].codePointCount(0, args[0].length());
    if (length < 0 || (args[2].isEmpty() && missing > 0)) {
      return null;
    } else if (missing <= 0) {
      return left(args[0], length);
    }
    String padding = left(args[2].repeat(missing), missing);
    return left ? padding + args[0] : args[0] + padding;
  }

  /** The n-th part between separators, from the end if n is negative; NULL beyond the last. */
  private static @Nullable String splitPart(String[] args) {
    String[] parts = args[0].split(Pattern.quote(args[1]), -1);
    int wanted = number(args[2]);
    int index = wanted > 0 ? wanted - 1 : parts.length + wanted;
    return wanted == 0 || index < 0 || index >= parts.length ? null : parts[index];
  }

  /** Skips what is NULL, but not a separator that is. */
  private static Bound joined(List<Bound> args) {
    Functions.expect("CONCAT_WS", args, 2, Integer.MAX_VALUE);
    List<Bound> texts = Strict.texts(args);
    return new Bound(
        TEXT,
        texts.get(0).nullable(),
        row -> {
          Object separator = texts.get(0).value(row);
          if (separator == null) {
            return null;
          }
          StringJoiner joiner = new StringJoiner(separator.toString());
          for (Bound text : texts.subList(1, texts.size())) {
            Object value = text.value(row);
            if (value != null) {
              joiner.add(value.toString());
            }
          }
          return joiner.toString();
        });
  }
}
