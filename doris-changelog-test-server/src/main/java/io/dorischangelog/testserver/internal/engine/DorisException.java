package io.dorischangelog.testserver.internal.engine;

import org.jspecify.annotations.Nullable;

/**
 * A statement that Doris refuses or that fails. The message is the bare Doris text; each protocol
 * adds its own frame ({@code errCode = 2, detailMessage = ...} and so on).
 */
public final class DorisException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String sqlState;
  private final String name;

  public DorisException(int code, String sqlState, String name, String message) {
    this(code, sqlState, name, message, null);
  }

  public DorisException(
      int code, String sqlState, String name, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.sqlState = sqlState;
    this.name = name;
  }

  /** An analysis or execution error without a code of its own. */
  public static DorisException of(String message) {
    return new DorisException(1105, "HY000", "ERR_UNKNOWN_ERROR", message);
  }

  /** MySQL error number: 1105 unless Doris has a code of its own (1045, 1049, 5101, ...). */
  public int code() {
    return code;
  }

  public String sqlState() {
    return sqlState;
  }

  /** Name of Doris' error code, such as {@code ERR_INCR_VISIBLE_WAIT_TIMEOUT}. */
  public String name() {
    return name;
  }
}
