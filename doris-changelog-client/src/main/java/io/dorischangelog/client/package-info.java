/**
 * Reading the row changes of Apache Doris tables from plain Java. Begin at {@code ChangelogReader};
 * a {@link io.dorischangelog.client.Position} is where a reader stands, and an {@link
 * io.dorischangelog.client.offset.OffsetStore} keeps it.
 */
@NullMarked
package io.dorischangelog.client;

import org.jspecify.annotations.NullMarked;
