package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.DorisException;

/**
 * What Doris says when it refuses something because of the change log. The texts with the old words
 * are recorded; in the new ones only the expiry text is confirmed, the others swap the words.
 */
public final class ChangelogTexts {
  private final ChangelogNames names;
  private final boolean old;

  public ChangelogTexts(ChangelogNames names) {
    this.names = names;
    this.old = names.word().equals("binlog");
  }

  private DorisException refuse(String oldText, String newText) {
    return DorisException.of(old ? oldText : newText);
  }

  /** The name of a property, such as {@code changelog.ttl_seconds}. */
  String property(String suffix) {
    return names.word() + "." + suffix;
  }

  /** A read of changes on a table without the log. */
  public DorisException notEnabled() {
    return refuse(
        "INCR query requires ROW binlog enabled on base table.",
        "INCR query requires changelog enabled on base table.");
  }

  DorisException minDeltaNeedsHistory() {
    return DorisException.of(
        "MIN_DELTA INCR query requires base table to enable "
            + property("need_historical_value")
            + "=true");
  }

  DorisException expired() {
    return DorisException.of(
        (old ? "Row binlog" : "Changelog")
            + " offset has expired according to "
            + property("ttl_seconds"));
  }

  DorisException asOfNeedsLog() {
    return refuse(
        "FOR VERSION/TIME AS OF requires row binlog", "FOR VERSION/TIME AS OF requires changelog");
  }

  DorisException asOfNeedsHistory() {
    return DorisException.of(
        "FOR VERSION/TIME AS OF on merge-on-write table requires "
            + property("need_historical_value")
            + "=true");
  }

  static DorisException asOfWrongModel() {
    return DorisException.of(
        "FOR VERSION/TIME AS OF is only supported on duplicate or unique merge-on-write tables");
  }

  DorisException wrongModel() {
    return DorisException.of("Only duplicate and mow table model support " + feature("Row"));
  }

  DorisException clusterKeys() {
    return DorisException.of(
        "Unique merge-on-write tables with cluster keys do not support " + feature("Row"));
  }

  static DorisException duplicateHistory() {
    return DorisException.of("Duplicate table model don't support record historical value");
  }

  DorisException variantColumn() {
    return DorisException.of("variant column can't be created on table with " + feature("Row"));
  }

  DorisException autoIncrementColumn() {
    return DorisException.of("auto-inc column can't be created on table with " + feature("Row"));
  }

  /** ADD COLUMN on a table that has the log. */
  DorisException addedVariantColumn(String column) {
    return DorisException.of(
        "Table with " + feature("Row") + " does not support VARIANT column: " + column);
  }

  DorisException ttlNotPositive() {
    return DorisException.of(
        (old ? "ROW " : "") + property("ttl_seconds") + " must be greater than 0");
  }

  DorisException badFormat(String value) {
    return DorisException.of("Invalid binlog format value: " + value);
  }

  /** Schema changes that the log does not allow. */
  public DorisException operationNotAllowed() {
    return DorisException.of(
        "Not allowed to perform current operation on Table With " + feature("row"));
  }

  DorisException deleteNotSupported() {
    return DorisException.of(
        "DELETE with predicates is not supported when " + feature("row") + " is enabled");
  }

  DorisException cannotEnable() {
    return DorisException.of("not support change changelog.enable from false to true");
  }

  static DorisException cannotChangeFormat(String from, String to) {
    return DorisException.of("not support change binlog format from " + from + " to " + to);
  }

  /** CREATE STREAM on a table without the log. */
  public DorisException streamNeedsLog() {
    return refuse(
        "need to enable row binlog for table stream", "need to enable changelog for table stream");
  }

  /** CREATE STREAM of net changes on a table without before images. */
  public DorisException streamNeedsHistory() {
    return DorisException.of(
        "MIN_DELTA table stream requires base mow table to enable "
            + property("need_historical_value")
            + "=true");
  }

  DorisException cannotDisable() {
    return refuse(
        "can't disable binlog when format is [Row]",
        "not support change changelog.enable from true to false");
  }

  DorisException cannotChangeHistory(boolean from) {
    return DorisException.of(
        "not support change "
            + property("need_historical_value")
            + " from "
            + from
            + " to "
            + !from);
  }

  private String feature(String format) {
    return old ? "binlog<" + format + ">" : "changelog";
  }
}
