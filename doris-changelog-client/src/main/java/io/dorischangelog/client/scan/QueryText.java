package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.decode.HiddenColumns;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the SQL of reads. Bounds are written in UTC, the zone of every session of ours. */
final class QueryText {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private QueryText() {}

  /** A back-quoted name. */
  static String name(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A string literal. */
  static String literal(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  static String select(List<String> columns) {
    return "SELECT " + columns.stream().map(QueryText::name).collect(Collectors.joining(", "));
  }

  /** {@code `db`.`t`@incr(...)} over a window. */
  static String changes(TableId table, ChangeWindow window, IncrementType type) {
    return table.quoted()
        + "@incr('startTimestamp' = '"
        + SECOND.format(window.start())
        + "', 'endTimestamp' = '"
        + SECOND.format(window.end())
        + "', 'incrementType' = '"
        + type.name()
        + "')";
  }

  /**
   * The order in which changes are read: by commit, and within a commit by key, because one commit
   * holds one record per key while LSNs are not proven equal on all replicas; without a key by LSN.
   */
  static String orderBy(HiddenColumns hidden, List<String> keys) {
    return Stream.of(Stream.of(hidden.tso()), keys.stream(), Stream.of(hidden.lsn(), hidden.op()))
        .flatMap(names -> names)
        .map(QueryText::name)
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  /** {@code FOR VERSION AS OF}: everything committed before the instant, and nothing else. */
  static String asOf(long lastTso) {
    return " FOR VERSION AS OF " + lastTso;
  }
}
