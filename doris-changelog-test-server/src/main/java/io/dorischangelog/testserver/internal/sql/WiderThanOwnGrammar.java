package io.dorischangelog.testserver.internal.sql;

/** A signal inside the parser: this query is none of ours, {@link WideQueryParser} takes it. */
final class WiderThanOwnGrammar extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WiderThanOwnGrammar() {
    super("wider than the own grammar", null, false, false);
  }
}
