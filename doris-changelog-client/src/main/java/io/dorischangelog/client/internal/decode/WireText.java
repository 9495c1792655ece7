package io.dorischangelog.client.internal.decode;

import org.apache.arrow.vector.types.pojo.Field;

/** How messages call a type on the wire. */
final class WireText {

  /** Metadata key under which newer servers say which Doris type a field has (documented). */
  static final String DORIS_TYPE = "doris_type";

  private WireText() {}

  static String of(Field field) {
    String hint = field.getMetadata().get(DORIS_TYPE);
    return "Arrow " + field.getType() + (hint == null ? "" : " marked " + hint);
  }
}
