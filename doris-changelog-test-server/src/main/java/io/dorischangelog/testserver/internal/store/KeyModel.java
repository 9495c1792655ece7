package io.dorischangelog.testserver.internal.store;

/** Key models of Doris. Whether a unique table merges on write is a property of the table. */
public enum KeyModel {
  DUPLICATE,
  UNIQUE,
  /** Known only to be refused. */
  AGGREGATE
}
