package io.dorischangelog.benchmarks;

import io.dorischangelog.benchmarks.MemorySamples.Sample;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The program. Its first argument says what to measure, see {@link #USAGE}. */
public final class Benchmarks {
  private static final String USAGE =
      """
      java --add-opens=java.base/java.nio=ALL-UNNAMED -jar benchmarks.jar WHAT [--option number ...]

      ratios    every target, in less than ten minutes: hand-over, cursor, iterator, decoding,
                windows (a tenth of --windows)
      profile   heap allocated per row, by way of reading
      windows   --windows (1000) windows of --window-rows (250000) rows each, against one of them
      jmh       decoding under JMH; what follows are its own options
      catchup   --catch-up-rows (100000000) generated rows, with the memory watched

      Further options: --rows (8000000) of one end-to-end run, --rounds (7), --warm-ups (4). --write FILE
      puts the results into a document, a plot of the memory (catchup) beside it.
      """;

  /** The plot of a catch-up, beside the document. */
  private static final String PLOT = "catchup-memory.svg";

  private static final List<String> MEASUREMENTS =
      List.of("ratios", "profile", "windows", "catchup");

  /** First argument of the process that measures. */
  private static final String MEASURE = "measure";

  private Benchmarks() {}

  /**
   * Runs one measurement.
   *
   * @param args what to measure, then options
   */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    if (args.length == 0) {
      out.print(USAGE);
      return;
    }
    String[] options = Arrays.copyOfRange(args, 1, args.length);
    switch (args[0]) {
      case "server" -> ServerMain.run(options, out);
      case "jmh" -> org.openjdk.jmh.Main.main(options);
      case MEASURE -> measure(options[0], settings(options), new Report(out));
      default -> measureInChild(args);
    }
  }

  private static Settings settings(String[] whatAndOptions) {
    return Settings.parse(Arrays.copyOfRange(whatAndOptions, 1, whatAndOptions.length));
  }

  /** Wrong arguments are refused here, before a process is started. */
  private static void measureInChild(String[] args) throws Exception {
    if (!MEASUREMENTS.contains(args[0])) {
      throw new IllegalArgumentException(
          "'" + args[0] + "' is nothing to measure; there are " + MEASUREMENTS);
    }
    settings(args);
    List<String> arguments = new ArrayList<>(List.of(MEASURE));
    arguments.addAll(List.of(args));
    int status = ChildJvm.of(ChildJvm.MEASURED, arguments).inheritIO().start().waitFor();
    if (status != 0) {
      System.exit(status);
    }
  }

  private static void measure(String what, Settings settings, Report report) throws Exception {
    Machine machine = Machine.here();
    List<Sample> memory = List.of();
    switch (what) {
      case "ratios" -> {
        Decoding.run(settings, report);
        EndToEnd.run(settings, report);
        Windows.run(settings.withTenthOfWindows(), report);
      }
      case "profile" -> Profile.run(settings, report);
      case "windows" -> Windows.run(settings, report);
      case "catchup" -> memory = CatchUp.run(settings, report);
      default -> throw new IllegalArgumentException("'" + what + "' is nothing to measure");
    }
    if (settings.document().isPresent()) {
      Path document = settings.document().get();
      new ResultsDocument(document).write(what, machine, settings, report);
      if (!memory.isEmpty()) {
        Files.writeString(document.resolveSibling(PLOT), new MemoryPlot(memory).svg());
      }
    }
  }
}
