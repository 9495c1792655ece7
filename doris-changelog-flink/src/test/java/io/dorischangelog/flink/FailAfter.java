package io.dorischangelog.flink;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/** Hands everything on, and fails its task at a record that a test chose. */
final class FailAfter
    implements MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, AtomicLong> LEFT = new ConcurrentHashMap<>();

  private final String place;

  FailAfter(String place) {
    this.place = place;
  }

  /**
   * The task fails at the next record but so many.
   *
   * @param place where, in this JVM
   */
  static void arm(String place, long records) {
    left(place).set(records + 1);
  }

  /** Whether it has failed, or was never to. */
  static boolean isOver(String place) {
    return left(place).get() <= 0;
  }

  private static AtomicLong left(String place) {
    return LEFT.computeIfAbsent(place, unused -> new AtomicLong());
  }

  static void passed(String place) {
    if (left(place).decrementAndGet() == 0) {
      throw new IllegalStateException("the test lets this task fail");
    }
  }

  @Override
  public Tuple3<String, Integer, String> map(Tuple3<String, Integer, String> change) {
    passed(place);
    return change;
  }
}
