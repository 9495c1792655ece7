package io.dorischangelog.testserver.internal.eval;

import java.util.List;

/** Where column names are looked up. */
@FunctionalInterface
public interface Scope {

  /** A scope without columns, for constant expressions. */
  Scope EMPTY =
      (qualifier, name) -> {
        throw EvalErrors.unknownColumn(name, "table list");
      };

  /**
   * The column of that name.
   *
   * @param qualifier outermost first, often empty
   * @throws io.dorischangelog.testserver.internal.engine.DorisException if there is none
   */
  Bound column(List<String> qualifier, String name);
}
