package io.dorischangelog.examples;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.Row;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;

/** Prints changes as an aligned table. */
final class ChangeTable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final String LINE = "  %-16s  %-13s  %s%n";
  private static final int CELL = 8;

  private final PrintStream out;
  private boolean headed;

  ChangeTable(PrintStream out) {
    this.out = out;
  }

  /** A line above the following changes. */
  void title(String text) {
    out.printf("%n%s%n%n", text);
    headed = false;
  }

  void print(Change change) {
    if (!headed) {
      headed = true;
      out.printf(LINE, "KIND", "COMMIT (UTC)", cells(change.row(), true));
    }
    String kind = change.kind().sign() + " " + change.kind();
    String time = change.commitTime().map(ChangeTable::time).orElse("-");
    out.printf(LINE, kind, time, cells(change.row(), false));
  }

  private static String time(Instant commit) {
    return TIME.format(commit);
  }

  private static String cells(Row row, boolean names) {
    return row.columns().stream()
        .map(column -> cell(row, column, names))
        .collect(Collectors.joining(" "));
  }

  private static String cell(Row row, Column column, boolean name) {
    String text = name ? column.name() : String.valueOf(row.getObject(column.name()));
    return String.format("%-" + CELL + "s", text);
  }
}
