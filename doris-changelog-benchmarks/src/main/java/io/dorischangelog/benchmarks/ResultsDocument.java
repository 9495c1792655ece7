package io.dorischangelog.benchmarks;

import io.dorischangelog.benchmarks.Report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Puts results into a document, in place of those of an earlier run: between the lines {@code <!--
 * results: NAME -->} and {@code <!-- end -->}.
 */
final class ResultsDocument {
  private static final String END = "<!-- end -->";

  private final Path file;

  ResultsDocument(Path file) {
    this.file = file;
  }

  /**
   * Writes the figures of a run.
   *
   * @param name of the place; added at the end of the document if it is not there
   */
  void write(String name, Machine machine, Settings settings, Report report) throws IOException {
    String mark = "<!-- results: " + name + " -->\n";
    String old = Files.readString(file);
    int from = old.indexOf(mark);
    int to = from < 0 ? -1 : old.indexOf(END, from);
    String written = mark + text(machine, settings, report);
    Files.writeString(
        file,
        to < 0
            ? old + "\n" + written + END + "\n"
            : old.substring(0, from) + written + old.substring(to));
  }

  private static String text(Machine machine, Settings settings, Report report) {
    StringBuilder text = new StringBuilder();
    text.append(machine.line()).append("; options ").append(settings).append(".\n\n");
    text.append("| figure | value | target | met |\n|---|---|---|---|\n");
    for (Figure figure : report.figures()) {
      String[] words = figure.target().line(figure.value()).split(" ", -1);
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s %s | %s |%n",
              words[1],
              words[2],
              words[4].equals(">=") ? "at least" : "at most",
              words[5],
              figure.met() ? "yes" : "**no**"));
    }
    text.append('\n');
    report.notes().forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }
}
