package io.dorischangelog.client.proof;

import io.dorischangelog.client.Change;
import java.util.Map;

/**
 * What one change does to a key. A version is written once only, so an effect happens once only.
 *
 * @param sign the kind's sign, such as {@code +I}
 */
record Effect(String sign, int id, long version) {

  static Effect of(Change change) {
    return new Effect(
        change.kind().sign(), change.row().getInt("id"), change.row().getLong("version"));
  }

  /** Applies it to a table; false if it does not fit what the table holds. */
  boolean applyTo(Map<Integer, Long> table) {
    return switch (sign) {
      case "+S", "+I" -> table.put(id, version) == null;
      case "-U" -> Long.valueOf(version).equals(table.get(id));
      case "+U" -> table.put(id, version) != null;
      case "-D" -> table.remove(id, version);
      default -> throw new IllegalArgumentException(sign);
    };
  }
}
