package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads column types. */
final class TypeParser {
  private static final int DEFAULT_DECIMAL_PRECISION = 38;
  private static final int DEFAULT_DECIMAL_SCALE = 9;

  private final TokenCursor cursor;

  TypeParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  DorisType type() {
    Token word = cursor.next();
    if (word.kind() != Token.Kind.WORD) {
      throw cursor.error(word, "mismatched input '" + word.text() + "' expecting a type");
    }
    return switch (word.upper()) {
      case "BOOLEAN", "BOOL" -> simple(Kind.BOOLEAN);
      case "TINYINT" -> simple(Kind.TINYINT);
      case "SMALLINT" -> simple(Kind.SMALLINT);
      case "INT", "INTEGER" -> simple(Kind.INT);
      case "BIGINT", "SIGNED", "UNSIGNED" -> simple(Kind.BIGINT);
      case "LARGEINT" -> simple(Kind.LARGEINT);
      case "FLOAT" -> simple(Kind.FLOAT);
      case "DOUBLE", "REAL" -> simple(Kind.DOUBLE);
      case "DECIMAL", "DECIMALV2", "DECIMALV3", "NUMERIC" -> decimal();
      case "DATE", "DATEV2", "DATEV1" -> simple(Kind.DATE);
      case "DATETIME", "DATETIMEV2", "DATETIMEV1", "TIMESTAMP" ->
          DorisType.of(Kind.DATETIME, fraction(word));
      case "TIMESTAMP_NS" -> simple(Kind.TIMESTAMP_NS);
      case "TIMESTAMPTZ" -> DorisType.of(Kind.TIMESTAMPTZ, fraction(word));
      case "TIME", "TIMEV2" -> DorisType.of(Kind.TIME, fraction(word));
      case "CHAR", "CHARACTER" -> DorisType.of(Kind.CHAR, length(1));
      case "VARCHAR" -> DorisType.of(Kind.VARCHAR, length(-1));
      case "STRING", "TEXT" -> simple(Kind.STRING);
      case "JSON", "JSONB" -> simple(Kind.JSON);
      case "VARIANT" -> simple(Kind.VARIANT);
      case "IPV4" -> simple(Kind.IPV4);
      case "IPV6" -> simple(Kind.IPV6);
      case "UUID" -> simple(Kind.UUID);
      case "VARBINARY" -> DorisType.of(Kind.VARBINARY, length(-1));
      case "BITMAP" -> simple(Kind.BITMAP);
      case "HLL" -> simple(Kind.HLL);
      case "QUANTILE_STATE" -> simple(Kind.QUANTILE_STATE);
      case "ARRAY" -> array();
      case "MAP" -> map();
      case "STRUCT" -> struct();
      default -> throw cursor.error(word, "Unsupported data type: " + word.text());
    };
  }

  private DorisType simple(Kind kind) {
    skipDisplayWidth();
    return DorisType.of(kind);
  }

  /** {@code INT(11)}: the width means nothing. */
  private void skipDisplayWidth() {
    if (cursor.seesSymbol("(") && cursor.peek(1).kind() == Token.Kind.NUMBER) {
      length(-1);
    }
  }

  private int length(int absent) {
    if (!cursor.acceptSymbol("(")) {
      return absent;
    }
    int length = cursor.acceptSymbol("*") ? -1 : (int) cursor.number();
    cursor.expectSymbol(")");
    return length;
  }

  private int fraction(Token word) {
    int digits = length(0);
    if (digits < 0 || digits > 6) {
      throw DorisException.of(
          "Scale of " + word.upper() + " must between 0 and 6. Scale was set to: " + digits);
    }
    return digits;
  }

  private DorisType decimal() {
    int precision = DEFAULT_DECIMAL_PRECISION;
    int scale = DEFAULT_DECIMAL_SCALE;
    if (cursor.acceptSymbol("(")) {
      precision = (int) cursor.number();
      scale = cursor.acceptSymbol(",") ? (int) cursor.number() : 0;
      cursor.expectSymbol(")");
    }
    if (precision < 1 || precision > 76) {
      throw DorisException.of(
          "Precision of decimal must between 1 and 76. Precision was set to: " + precision + ".");
    }
    if (scale < 0 || scale > precision) {
      throw DorisException.of(
          "Scale of decimal must between 0 and precision. Scale was set to: " + scale);
    }
    return DorisType.decimal(precision, scale);
  }

  private DorisType array() {
    cursor.expectSymbol("<");
    DorisType element = type();
    cursor.expectSymbol(">");
    return DorisType.array(element);
  }

  private DorisType map() {
    cursor.expectSymbol("<");
    DorisType key = type();
    cursor.expectSymbol(",");
    DorisType value = type();
    cursor.expectSymbol(">");
    return DorisType.map(key, value);
  }

  private DorisType struct() {
    List<String> names = new ArrayList<>();
    List<DorisType> types = new ArrayList<>();
    cursor.expectSymbol("<");
    do {
      names.add(cursor.nameAfterPoint());
      cursor.expectSymbol(":");
      types.add(type());
      if (cursor.accept("COMMENT")) {
        cursor.string();
      }
    } while (cursor.acceptSymbol(","));
    cursor.expectSymbol(">");
    return DorisType.struct(names, types);
  }
}
