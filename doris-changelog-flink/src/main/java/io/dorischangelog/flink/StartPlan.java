package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a read begins.
 *
 * @param parts of the snapshot to read first; empty: none
 * @param changes where the changes begin; null: none are read
 * @param origin why it begins there, for the log
 */
record StartPlan(List<SnapshotSplit> parts, @Nullable Position changes, String origin) {}
