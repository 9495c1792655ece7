package io.dorischangelog.flink;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * A reader tells the enumerator how far a completed checkpoint covers the changes.
 *
 * @param position text form of the position
 */
record CheckpointedPosition(String position) implements SourceEvent {
  private static final long serialVersionUID = 1L;
}
