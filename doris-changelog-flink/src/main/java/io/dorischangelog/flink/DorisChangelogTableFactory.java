package io.dorischangelog.flink;

/**
 * The table connector {@code doris-changelog}: the same as {@code doris}, under a name that no
 * other connector uses.
 */
public final class DorisChangelogTableFactory extends DorisTableFactory {

  /** For Flink, which finds this class by its service file. */
  public DorisChangelogTableFactory() {}

  @Override
  public String factoryIdentifier() {
    return "doris-changelog";
  }
}
