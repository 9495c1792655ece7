package io.dorischangelog.flink;

import io.dorischangelog.client.offset.DorisTableOffsetStoreBuilder;
import java.io.Serializable;

/**
 * Describes the table that progress is published in. It travels with the job, so a lambda must
 * capture serializable values only.
 */
@FunctionalInterface
public interface OffsetSetup extends Serializable {

  /** Sets address, account and table, and how the connection is encrypted. */
  void apply(DorisTableOffsetStoreBuilder store);
}
