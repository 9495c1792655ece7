package io.dorischangelog.testserver.conformance;

/** Part of a case that cannot be run here; the case is skipped with this reason. */
final class CannotExpress extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotExpress(String reason) {
    super(reason);
  }
}
