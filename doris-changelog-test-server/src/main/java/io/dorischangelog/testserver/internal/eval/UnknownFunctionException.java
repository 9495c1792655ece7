package io.dorischangelog.testserver.internal.eval;

/** A function that is not on the stand-in's own list; another engine may know it. */
public final class UnknownFunctionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String function;

  UnknownFunctionException(String function) {
    super("no function " + function, null, false, false);
    this.function = function;
  }

  /** Its name as written, in upper case. */
  public String function() {
    return function;
  }
}
