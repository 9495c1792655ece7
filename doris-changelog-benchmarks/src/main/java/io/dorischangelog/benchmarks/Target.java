package io.dorischangelog.benchmarks;

import java.util.Locale;

/**
 * What a figure should be.
 *
 * @param name of the figure
 * @param atLeast true for at least the bound, false for at most
 * @param bound itself included
 */
record Target(String name, boolean atLeast, double bound) {

  static Target atLeast(String name, double bound) {
    return new Target(name, true, bound);
  }

  static Target atMost(String name, double bound) {
    return new Target(name, false, bound);
  }

  boolean isMetBy(double value) {
    return atLeast ? value >= bound : value <= bound;
  }

  /** {@code ratio <name> <value> target <op> <number>}. */
  String line(double value) {
    return String.format(
        Locale.ROOT, "ratio %s %.2f target %s %s", name, value, atLeast ? ">=" : "<=", number());
  }

  private String number() {
    return bound == Math.rint(bound)
        ? Long.toString((long) bound)
        : String.format(Locale.ROOT, "%.2f", bound);
  }
}
