/**
 * Checks row filters before they become a part of SQL: cuts them into tokens, accepts known columns
 * and a fixed list of functions only, and writes the condition anew from what was understood.
 */
@NullMarked
package io.dorischangelog.client.internal.filter;

import org.jspecify.annotations.NullMarked;
