package io.dorischangelog.flink;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/**
 * Applies changes to a map in this JVM, which outlives the job, so that a test can compare it with
 * the table.
 */
final class Materialized
    implements MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, ConcurrentMap<Integer, String>> VIEWS =
      new ConcurrentHashMap<>();

  private final String view;

  /**
   * @param view name of the map
   */
  Materialized(String view) {
    this.view = view;
  }

  /** The rows of a view, by key. */
  static ConcurrentMap<Integer, String> rows(String view) {
    return VIEWS.computeIfAbsent(view, unused -> new ConcurrentHashMap<>());
  }

  /** The same of a table with the columns id and value. */
  static Map<Integer, String> of(List<? extends List<?>> table) {
    Map<Integer, String> rows = new TreeMap<>();
    table.forEach(row -> rows.put((Integer) row.get(0), (String) row.get(1)));
    return rows;
  }

  @Override
  public Tuple3<String, Integer, String> map(Tuple3<String, Integer, String> change) {
    if (change.f0.equals("-D")) {
      rows(view).remove(change.f1);
    } else if (!change.f0.equals("-U")) {
      rows(view).put(change.f1, change.f2);
    }
    return change;
  }
}
