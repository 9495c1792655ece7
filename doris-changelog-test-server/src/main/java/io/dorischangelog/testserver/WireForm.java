package io.dorischangelog.testserver;

/** Ways in which some servers send values over Flight; without them the newest servers' ways. */
public enum WireForm {
  /** Fields carry no {@code doris_type}: LARGEINT and IPV6 look like text, IPV4 like INT. */
  UNTYPED_FIELDS,

  /** DATETIME is an instant tagged with the session's zone instead of a wall clock without one. */
  ZONED_DATETIMES,

  /** DATE, and DATETIME without a fraction, are the types of the first version: text. */
  TEXT_DATES,

  /** LARGEINT is 16 bytes, the lowest first, instead of text. */
  BINARY_LARGEINTS,

  /** IPV4 is text instead of a number of 32 bits. */
  TEXT_ADDRESSES,

  /** VARIANT is JSON text, as before its second version; otherwise it is refused. */
  TEXT_VARIANTS,

  /** VARIANT is of the second version: two byte strings, of keys and of the value. */
  BINARY_VARIANTS,

  /**
   * BITMAP, HLL and QUANTILE_STATE are NULL unless the session has set {@code
   * return_object_data_as_binary}.
   */
  OBJECTS_ON_REQUEST
}
