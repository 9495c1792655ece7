/**
 * Reads the row changes of Doris tables in Flink: a table connector named {@code doris} (and {@code
 * doris-changelog}) and a source for the DataStream API, {@link
 * io.dorischangelog.flink.DorisChangelogSource}. How Doris is asked, and how its answers are
 * decoded, is the client's affair; here is only what Flink needs: splits, checkpoints, planning.
 */
@NullMarked
package io.dorischangelog.flink;

import org.jspecify.annotations.NullMarked;
