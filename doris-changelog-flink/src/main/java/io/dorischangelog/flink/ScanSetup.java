package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.io.Serializable;

/**
 * Fills in the options of a scan. It travels with the job, so a lambda must capture serializable
 * values only.
 */
@FunctionalInterface
public interface ScanSetup extends Serializable {

  /** Sets front ends, account, table and whatever else differs from the defaults. */
  void apply(ScanOptionsBuilder options);
}
