package io.dorischangelog.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints figures as they are known and remembers them for the document. */
final class Report {
  private final PrintStream out;
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** A figure and what it should be. */
  record Figure(Target target, double value) {
    boolean met() {
      return target.isMetBy(value);
    }
  }

  Report(PrintStream out) {
    this.out = out;
  }

  /** A figure that has a target. */
  void ratio(Target target, double value) {
    figures.add(new Figure(target, value));
    out.println(target.line(value));
    out.flush();
  }

  /** A line for people. */
  void note(String format, Object... values) {
    String note = String.format(Locale.ROOT, format, values);
    notes.add(note);
    out.println("note " + note);
    out.flush();
  }

  List<Figure> figures() {
    return List.copyOf(figures);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
