package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.client.internal.decode.HiddenColumns;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Finds out how a server spells the three hidden columns of a changelog. Their names after the
 * rename are not documented, so both known families are asked for by name first; then the server is
 * asked to show what it has.
 */
final class HiddenColumnProbe {
  private static final List<String> KNOWN = List.of("__DORIS_CHANGELOG_", "__DORIS_BINLOG_");
  private static final Pattern HIDDEN = Pattern.compile("(__DORIS_.+_)(TSO|LSN|OP)__");

  /** A moment so long ago that the answer is empty on every table. */
  private static final ChangeWindow EMPTY =
      new ChangeWindow(Instant.ofEpochSecond(1), Instant.ofEpochSecond(2));

  /** Runs a statement and gives the columns of its result; rows are not looked at. */
  interface Columns {
    Schema of(String sql)
        throws IOException, StatementFailure, SessionLostException, InterruptedException;
  }

  private final TableId table;
  private final Columns columns;

  HiddenColumnProbe(TableId table, Columns columns) {
    this.table = table;
    this.columns = columns;
  }

  /**
   * Asks until one spelling is known.
   *
   * @throws UnsupportedServerException if no spelling, or more than one, fits
   * @throws StatementFailure if the server refuses for another reason than the names
   */
  HiddenColumns find()
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    for (String prefix : KNOWN) {
      HiddenColumns names = named(prefix);
      if (answers(names)) {
        return names;
      }
    }
    return shown();
  }

  /** The three names with a common beginning such as {@code __DORIS_CHANGELOG_}. */
  static HiddenColumns named(String prefix) {
    return new HiddenColumns(prefix + "TSO__", prefix + "LSN__", prefix + "OP__");
  }

  private boolean answers(HiddenColumns names)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    try {
      columns.of(QueryText.select(names.names()) + " FROM " + nothing());
      return true;
    } catch (StatementFailure e) {
      if (ServerErrors.isUnknownColumn(e)) {
        return false;
      }
      throw e;
    }
  }

  private HiddenColumns shown()
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    columns.of("SET show_hidden_columns = true");
    List<String> seen =
        columns.of("SELECT * FROM " + nothing()).getFields().stream().map(Field::getName).toList();
    columns.of("SET show_hidden_columns = false");
    return oneFamily(seen)
        .map(HiddenColumnProbe::named)
        .orElseThrow(
            () ->
                new UnsupportedServerException(
                    ErrorContext.of(table),
                    "The server shows no single set of columns __DORIS_<word>_TSO__, _LSN__ and"
                        + " _OP__ for changes; set changelogColumnPrefix"
                        + " (source.changelog.column-prefix) to their common beginning",
                    seen,
                    null));
  }

  private static Optional<String> oneFamily(List<String> names) {
    Map<String, List<String>> families = new TreeMap<>();
    for (String name : names) {
      Matcher hidden = HIDDEN.matcher(name);
      if (hidden.matches()) {
        families.computeIfAbsent(hidden.group(1), k -> new ArrayList<>()).add(hidden.group(2));
      }
    }
    families.values().removeIf(parts -> parts.size() != 3);
    return families.size() == 1 ? families.keySet().stream().findFirst() : Optional.empty();
  }

  private String nothing() {
    return QueryText.changes(table, EMPTY, IncrementType.DETAIL) + " LIMIT 0";
  }
}
