/**
 * Arithmetic on Doris' commit timestamps (TSO). Internal: no application or adapter should use it.
 */
@NullMarked
package io.dorischangelog.client.internal.tso;

import org.jspecify.annotations.NullMarked;
