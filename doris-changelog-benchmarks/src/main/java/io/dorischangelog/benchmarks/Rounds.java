package io.dorischangelog.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;

/** Runs several ways to do the same in turns, so that all of them meet the same machine. */
final class Rounds {
  private final Map<String, Callable<Outcome>> ways = new LinkedHashMap<>();
  private final Map<String, List<Cost>> costs = new LinkedHashMap<>();
  private final Map<String, Long> checksums = new LinkedHashMap<>();

  /**
   * Adds a way.
   *
   * @param reads ways of the same word must have read the same in the end
   */
  Rounds way(String name, String reads, Callable<Outcome> run) {
    ways.put(name, () -> checked(reads, run.call()));
    costs.put(name, new ArrayList<>());
    return this;
  }

  private Outcome checked(String reads, Outcome outcome) {
    Long before = checksums.putIfAbsent(reads, outcome.checksum());
    if (before != null && before != outcome.checksum()) {
      throw new IllegalStateException(
          "two reads of the same rows differ (" + reads + "): " + before + ", " + outcome);
    }
    return outcome;
  }

  /** Runs every way {@code warmUps} times, then measures {@code count} rounds. */
  void run(int warmUps, int count) throws Exception {
    for (int round = 0; round < warmUps + count; round++) {
      for (Map.Entry<String, Callable<Outcome>> way : ways.entrySet()) {
        Cost cost = Cost.of(way.getValue()).cost();
        if (round >= warmUps) {
          costsOf(way.getKey()).add(cost);
        }
      }
    }
  }

  private List<Cost> costsOf(String way) {
    List<Cost> all = costs.get(way);
    if (all == null) {
      throw new IllegalArgumentException("no way " + way + " in " + costs.keySet());
    }
    return all;
  }

  /** Median over the rounds of one way's cost over another's. */
  double medianOfRatios(String over, String under, ToDoubleFunction<Cost> cost) {
    List<Cost> upper = costsOf(over);
    List<Cost> lower = costsOf(under);
    double[] ratios = new double[upper.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = cost.applyAsDouble(upper.get(i)) / cost.applyAsDouble(lower.get(i));
    }
    return median(ratios);
  }

  /** Median cost of a way. */
  double median(String way, ToDoubleFunction<Cost> cost) {
    return median(costsOf(way).stream().mapToDouble(cost).toArray());
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
