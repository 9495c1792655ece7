/**
 * The data of the stand-in: tables, the commit clock, transactions and the change logs. Begin at
 * {@link io.dorischangelog.testserver.internal.store.Catalog}. Nothing here knows SQL text.
 *
 * <p>Threads: every class is safe for many threads unless it says otherwise. One lock, owned by the
 * {@code Catalog}, guards all definitions and data; a read takes its lists under that lock and
 * walks them without it, so a long read never holds up a writer.
 */
@NullMarked
package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.NullMarked;
