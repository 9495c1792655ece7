package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;

/** Which types a column may change to: those that hold every value it can have. */
final class TypeChange {
  private static final List<Kind> INTEGERS =
      List.of(Kind.TINYINT, Kind.SMALLINT, Kind.INT, Kind.BIGINT, Kind.LARGEINT);

  private TypeChange() {}

  static void check(Column old, ColumnDefinition changed) {
    if (old.nullable() && !changed.nullable()) {
      throw DorisException.of("Can not change from nullable to non-nullable");
    } else if (old.type().equals(changed.type())) {
      return;
    } else if (old.key()) {
      throw DorisException.of("Changing the type of key columns is not supported by this stand-in");
    } else if (!widens(old.type(), changed.type())) {
      throw DorisException.of("Can not change " + old.type().sql() + " to " + changed.type().sql());
    }
  }

  private static boolean widens(DorisType from, DorisType to) {
    int integer = INTEGERS.indexOf(from.kind());
    return switch (to.kind()) {
      case SMALLINT, INT, BIGINT, LARGEINT -> integer >= 0 && integer < INTEGERS.indexOf(to.kind());
      case FLOAT -> integer >= 0 && integer <= INTEGERS.indexOf(Kind.INT);
      case DOUBLE -> integer >= 0 || from.kind() == Kind.FLOAT;
      case DECIMAL ->
          from.kind() == Kind.DECIMAL
              && to.scale() >= from.scale()
              && to.length() - to.scale() >= from.length() - from.scale();
      case DATETIME -> from.kind() == Kind.DATE;
      case CHAR, VARCHAR, STRING -> isText(from) ? holds(from, to) : isPlain(from);
      default -> false;
    };
  }

  private static boolean isText(DorisType type) {
    return type.kind() == Kind.CHAR || type.kind() == Kind.VARCHAR || type.kind() == Kind.STRING;
  }

  private static boolean holds(DorisType from, DorisType to) {
    if (to.kind() == Kind.STRING || to.length() < 0) {
      return true;
    }
    if (from.kind() == Kind.STRING || from.length() < 0 || to.length() < from.length()) {
      throw DorisException.of(
          "Shorten type length is prohibited, srcType=" + from.sql() + ", dstType=" + to.sql());
    }
    return true;
  }

  private static boolean isPlain(DorisType type) {
    return INTEGERS.contains(type.kind())
        || type.kind() == Kind.FLOAT
        || type.kind() == Kind.DOUBLE
        || type.kind() == Kind.DECIMAL
        || type.kind() == Kind.DATE
        || type.kind() == Kind.DATETIME;
  }
}
