package io.dorischangelog.flink;

import org.apache.flink.api.connector.source.SourceEvent;

/** The enumerator tells all readers that the snapshot is done and one of them has the changes. */
record ChangesBegan() implements SourceEvent {
  private static final long serialVersionUID = 1L;
}
