/**
 * Programs that measure the client: what it costs to read changes, in CPU time per row and bytes
 * per row, beside code that does as little as possible with the same stream. Begin with {@link
 * io.dorischangelog.benchmarks.Benchmarks}; nothing here is published.
 */
@NullMarked
package io.dorischangelog.benchmarks;

import org.jspecify.annotations.NullMarked;
