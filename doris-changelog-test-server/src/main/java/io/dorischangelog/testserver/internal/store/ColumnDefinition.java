package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import org.jspecify.annotations.Nullable;

/**
 * A column as CREATE TABLE or ADD COLUMN declares it.
 *
 * @param name name as written
 * @param type declared type
 * @param nullable whether it may hold NULL; Doris' default is true
 * @param defaultValue the DEFAULT clause, null when there is none
 * @param comment the COMMENT clause, empty when there is none
 * @param autoIncrement whether AUTO_INCREMENT was written
 */
public record ColumnDefinition(
    String name,
    DorisType type,
    boolean nullable,
    @Nullable ColumnDefault defaultValue,
    String comment,
    boolean autoIncrement) {

  public ColumnDefinition(
      String name, DorisType type, boolean nullable, @Nullable ColumnDefault defaultValue) {
    this(name, type, nullable, defaultValue, "", false);
  }

  /** A nullable column without a default. */
  public static ColumnDefinition of(String name, DorisType type) {
    return new ColumnDefinition(name, type, true, null);
  }
}
