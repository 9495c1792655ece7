package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;

/**
 * One column of a result.
 *
 * @param label name as the client sees it
 * @param type type of the values; they have the Java class named at {@link DorisType.Kind}
 * @param nullable whether the column is announced as nullable
 */
public record ResultColumn(String label, DorisType type, boolean nullable) {}
