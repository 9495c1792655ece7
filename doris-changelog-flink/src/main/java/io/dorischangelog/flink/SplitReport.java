package io.dorischangelog.flink;

import java.util.Set;
import org.apache.flink.api.connector.source.SourceEvent;

/**
 * A reader tells the enumerator about its parts of the snapshot: when it finished one, and when it
 * begins about all that it has from a checkpoint, perhaps none, because what it told before may
 * have been forgotten with the failure, or gone back with it.
 *
 * @param running ids of parts it still reads
 * @param finished ids of parts all rows of which were handed on
 */
record SplitReport(Set<String> running, Set<String> finished) implements SourceEvent {
  private static final long serialVersionUID = 1L;

  SplitReport {
    running = Set.copyOf(running);
    finished = Set.copyOf(finished);
  }
}
