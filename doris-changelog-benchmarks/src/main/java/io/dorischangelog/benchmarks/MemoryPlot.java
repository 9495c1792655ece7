package io.dorischangelog.benchmarks;

import io.dorischangelog.benchmarks.MemorySamples.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Draws the memory of a catch-up over the rows read, as SVG. */
final class MemoryPlot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 320;
  private static final int MARGIN = 60;
  private static final double MEBIBYTE = 1 << 20;

  private final List<Sample> samples;
  private final double mostRows;
  private final double mostBytes;

  MemoryPlot(List<Sample> samples) {
    this.samples = samples;
    this.mostRows = Math.max(1.0, samples.stream().mapToDouble(Sample::rows).max().orElse(1));
    long most =
        samples.stream()
            .mapToLong(sample -> Math.max(sample.heapBytes(), sample.arrowBytes()))
            .max()
            .orElse(1);
    this.mostBytes = Math.max(MEBIBYTE, (double) most);
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n",
            WIDTH,
            HEIGHT));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(svg, MARGIN, 20, "Memory while catching up (MiB, over million rows)", "black");
    line(svg, "#1f5fa8", Sample::heapBytes);
    line(svg, "#c05a12", Sample::arrowBytes);
    text(svg, WIDTH - 260, 20, "heap after collection", "#1f5fa8");
    text(svg, WIDTH - 120, 20, "Arrow", "#c05a12");
    axes(svg);
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%d %d V%d H%d\" fill=\"none\" stroke=\"black\"/>%n",
            MARGIN,
            MARGIN / 2,
            HEIGHT - MARGIN / 2,
            WIDTH - MARGIN / 2));
    text(
        svg, 8, MARGIN / 2 + 12, String.format(Locale.ROOT, "%.0f", mostBytes / MEBIBYTE), "black");
    text(svg, 8, HEIGHT - MARGIN / 2, "0", "black");
    text(
        svg,
        WIDTH - MARGIN,
        HEIGHT - 10,
        String.format(Locale.ROOT, "%.0f", mostRows / 1e6),
        "black");
  }

  private void line(StringBuilder svg, String colour, ToLongFunction<Sample> bytes) {
    svg.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"").append(colour);
    svg.append("\" points=\"");
    for (Sample sample : samples) {
      double x = MARGIN + (WIDTH - 1.5 * MARGIN) * sample.rows() / mostRows;
      double y = HEIGHT - MARGIN / 2.0 - (HEIGHT - MARGIN) * bytes.applyAsLong(sample) / mostBytes;
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    svg.append("\"/>\n");
  }

  private static void text(StringBuilder svg, int x, int y, String text, String colour) {
    svg.append(
        String.format(
            Locale.ROOT, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n", x, y, colour, text));
  }
}
