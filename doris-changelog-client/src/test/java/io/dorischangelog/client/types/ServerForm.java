package io.dorischangelog.client.types;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.DorisTestServerBuilder;
import io.dorischangelog.testserver.WireForm;

/** Servers of several ages, by how they send values. */
enum ServerForm {
  /** What the newest servers send: every field tells its type, DATETIME has no zone. */
  NEWEST,

  /** Fields tell nothing, DATETIME is an instant in the session's zone, objects are asked for. */
  UNMARKED,

  /** The same with the types of the first version, and addresses and numbers in other shapes. */
  OLDEST;

  private WireForm[] forms() {
    return switch (this) {
      case NEWEST -> new WireForm[0];
      case UNMARKED ->
          new WireForm[] {
            WireForm.UNTYPED_FIELDS, WireForm.ZONED_DATETIMES, WireForm.OBJECTS_ON_REQUEST
          };
      case OLDEST ->
          new WireForm[] {
            WireForm.UNTYPED_FIELDS,
            WireForm.ZONED_DATETIMES,
            WireForm.OBJECTS_ON_REQUEST,
            WireForm.TEXT_DATES,
            WireForm.TEXT_ADDRESSES,
            WireForm.BINARY_LARGEINTS
          };
    };
  }

  DorisTestServerBuilder server() {
    boolean old = this != NEWEST;
    return DorisTestServer.builder()
        .names(old ? ChangelogNames.BINLOG : ChangelogNames.CHANGELOG)
        .wideOperation(old)
        .wireForms(forms());
  }

  /** The properties of a table whose changes can be read with all values. */
  String properties() {
    String feature = this == NEWEST ? "changelog" : "binlog";
    String format = this == NEWEST ? "" : ", 'binlog.format' = 'ROW'";
    return String.format(
        "'replication_num' = '1', '%s.enable' = 'true', '%s.need_historical_value' = 'true'%s",
        feature, feature, format);
  }
}
