package io.dorischangelog.testserver.internal.mysql;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.type.DorisType;

/** Column definitions: which MySQL type stands for which Doris type, so that drivers read well. */
final class ColumnPacket {
  private static final int UTF8 = 33;
  private static final int BINARY = 63;
  private static final int BLOB = 252;
  private static final int NOT_NULL = 1;

  /** Only for bytes: drivers read a boolean with this flag as bytes too. */
  private static final int BINARY_FLAG = 128;

  /**
   * A type on the wire.
   *
   * @param code MySQL's number of it
   * @param length most characters; 1 for a TINYINT that is a boolean
   * @param decimals digits behind the point, 31 for "any"
   * @param charset character set number
   */
  private record WireType(int code, int length, int decimals, int charset) {
    static WireType number(int code, int length) {
      return new WireType(code, length, 0, BINARY);
    }

    static WireType text(int length) {
      return new WireType(253, length, 0, UTF8);
    }
  }

  private ColumnPacket() {}

  static PayloadWriter of(ResultColumn column) {
    WireType type = wireType(column.type());
    int flags = (column.nullable() ? 0 : NOT_NULL) | (type.code == BLOB ? BINARY_FLAG : 0);
    return new PayloadWriter()
        .lengthEncoded("def")
        .lengthEncoded("")
        .lengthEncoded("")
        .lengthEncoded("")
        .lengthEncoded(column.label())
        .lengthEncoded(column.label())
        .int1(0x0c)
        .int2(type.charset)
        .int4(type.length)
        .int1(type.code)
        .int2(flags)
        .int1(type.decimals)
        .zeros(2);
  }

  private static WireType wireType(DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN -> WireType.number(1, 1);
      case TINYINT -> WireType.number(1, 4);
      case SMALLINT -> WireType.number(2, 6);
      case INT -> WireType.number(3, 11);
      case BIGINT -> WireType.number(8, 20);
      case FLOAT -> new WireType(4, 12, 31, BINARY);
      case DOUBLE -> new WireType(5, 22, 31, BINARY);
      case DECIMAL -> new WireType(246, type.length() + 2, type.scale(), BINARY);
      case DATE -> WireType.number(10, 10);
      case TIME -> new WireType(11, 10 + fraction(type), Math.max(0, type.length()), BINARY);
      case DATETIME -> new WireType(12, 19 + fraction(type), Math.max(0, type.length()), BINARY);
      case NULL -> new WireType(6, 0, 0, BINARY);
      case LARGEINT -> WireType.text(40);
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> new WireType(BLOB, 65535, 0, BINARY);
      case CHAR, VARCHAR -> WireType.text(3 * (type.length() < 0 ? 65533 : type.length()));
      default -> WireType.text(Integer.MAX_VALUE);
    };
  }

  private static int fraction(DorisType type) {
    return type.length() > 0 ? type.length() + 1 : 0;
  }
}
