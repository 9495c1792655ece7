package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ReadOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.util.Map;

/**
 * Sets up a scan as a WITH clause says.
 *
 * @param options by their names
 */
record OptionsSetup(Map<String, String> options) implements ScanSetup {

  @Override
  public void apply(ScanOptionsBuilder scan) {
    ReadOptions.of(options).applyTo(scan);
  }

  /** Nothing of the options: they hold a password. */
  @Override
  public String toString() {
    return "OptionsSetup";
  }
}
