package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;

/**
 * One column of a result.
 *
 * @param label name as a client of the MySQL protocol or of HTTP sees it
 * @param type type of the values; they have the Java class named at {@link DorisType.Kind}
 * @param nullable whether the column is announced as nullable
 * @param backEndLabel name as a back end announces it over Flight: the same, but {@code
 *     <TYPE>_<index>} for an expression without an alias
 */
public record ResultColumn(String label, DorisType type, boolean nullable, String backEndLabel) {

  /** A column with one name everywhere. */
  public ResultColumn(String label, DorisType type, boolean nullable) {
    this(label, type, nullable, label);
  }
}
