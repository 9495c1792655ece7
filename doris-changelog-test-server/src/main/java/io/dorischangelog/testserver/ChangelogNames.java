package io.dorischangelog.testserver;

import java.util.Locale;

/**
 * How a server spells the feature: {@code changelog} since the rename, {@code binlog} before it.
 *
 * @param word the word in property keys ({@code <word>.enable}), configuration names and texts
 * @param columnWord the word in the hidden columns, {@code __DORIS_<columnWord>_TSO__} and so on
 */
public record ChangelogNames(String word, String columnWord) {

  /** Doris 5.0.0: {@code changelog.enable}, {@code __DORIS_CHANGELOG_TSO__}. */
  public static final ChangelogNames CHANGELOG = new ChangelogNames("changelog", "CHANGELOG");

  /** Builds before the rename: {@code binlog.enable}, {@code __DORIS_BINLOG_TSO__}. */
  public static final ChangelogNames BINLOG = new ChangelogNames("binlog", "BINLOG");

  /** Current property names with other hidden columns, for tests of name detection. */
  public static ChangelogNames withColumns(String columnWord) {
    return new ChangelogNames("changelog", columnWord.toUpperCase(Locale.ROOT));
  }

  /** Name of the hidden column that holds the commit TSO. */
  public String tsoColumn() {
    return "__DORIS_" + columnWord + "_TSO__";
  }

  /** Name of the hidden column that holds the record's sequence number. */
  public String lsnColumn() {
    return "__DORIS_" + columnWord + "_LSN__";
  }

  /** Name of the hidden column that holds the operation code. */
  public String opColumn() {
    return "__DORIS_" + columnWord + "_OP__";
  }
}
