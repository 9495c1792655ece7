package io.dorischangelog.testserver.internal.sql;

import org.jspecify.annotations.Nullable;

/**
 * A table as named in a statement.
 *
 * @param database null: the session's current one
 */
public record TableName(@Nullable String database, String table) {}
