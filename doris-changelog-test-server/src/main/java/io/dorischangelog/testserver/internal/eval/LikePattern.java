package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** LIKE and REGEXP. LIKE distinguishes upper and lower case, as Doris does. */
public final class LikePattern {
  private LikePattern() {}

  static Bound bind(Bound text, Bound pattern, boolean regex) {
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        text.nullable() || pattern.nullable(),
        row -> {
          Object value = text.value(row);
          Object like = pattern.value(row);
          if (value == null || like == null) {
            return null;
          }
          Pattern compiled = regex ? regex(like.toString()) : compile(like.toString());
          return regex
              ? compiled.matcher(value.toString()).find()
              : compiled.matcher(value.toString()).matches();
        });
  }

  private static Pattern regex(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw DorisException.of("Invalid regex expression: " + text);
    }
  }

  /** A LIKE pattern as a regular expression: {@code %} any text, {@code _} any character. */
  public static Pattern compile(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      if (c == '\\' && i + 1 < like.length()) {
        regex.append(Pattern.quote(String.valueOf(like.charAt(++i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
