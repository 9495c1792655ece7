package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table's visible columns as its DDL leaves them. */
final class CurrentColumns {
  private static final Pattern ADD = Pattern.compile("(?is)\\bADD\\s+COLUMN\\b(.*)");
  private static final Pattern ADDED =
      Pattern.compile(
          "(?i)\\s*`?(\\w+)`?\\s+(\\w+(?:\\([^)]*\\)|<.*>)?)"
              + "((?:'[^']*'|\"[^\"]*\"|\\([^)]*\\)|[^,()'\"])*),?");
  private static final Pattern AFTER = Pattern.compile("(?i)\\bAFTER\\s+`?(\\w+)`?");
  private static final Pattern DROP = Pattern.compile("(?i)\\bDROP\\s+COLUMN\\s+`?(\\w+)`?");

  private final List<Column> columns;

  CurrentColumns(List<Column> columns) {
    this.columns = new ArrayList<>(columns);
  }

  /** Follows a statement that succeeded. */
  void apply(String ddl) {
    Matcher add = ADD.matcher(ddl);
    if (add.find()) {
      add(add.group(1).trim().replaceFirst("(?s)^\\((.*)\\)$", "$1"));
    }
    Matcher drop = DROP.matcher(ddl);
    if (drop.find()) {
      columns.removeIf(column -> column.name().equalsIgnoreCase(drop.group(1)));
    }
  }

  private void add(String definitions) {
    Matcher added = ADDED.matcher(definitions);
    while (added.lookingAt()) {
      columns.add(
          position(added.group(3)), new Column(added.group(1), added.group(2).trim(), true));
      added.region(added.end(), definitions.length());
    }
  }

  private int position(String words) {
    Matcher after = AFTER.matcher(words);
    int found = after.find() ? names().indexOf(after.group(1)) : -1;
    return found < 0 ? columns.size() : found + 1;
  }

  List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The type of a column; an empty text if it has none of that name. */
  String type(String name) {
    return columns.stream()
        .filter(column -> column.name().equalsIgnoreCase(name))
        .map(Column::type)
        .findFirst()
        .orElse("");
  }
}
