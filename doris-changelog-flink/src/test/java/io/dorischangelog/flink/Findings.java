package io.dorischangelog.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.java.tuple.Tuple3;
import org.jspecify.annotations.Nullable;

/**
 * What reached the views of a job in all its attempts, in this JVM, which outlives them: every
 * record, a view that is only overwritten by key, and one that is rolled back with the job.
 * Thread-safe.
 */
final class Findings {
  private static final Map<String, Findings> ALL = new ConcurrentHashMap<>();
  private static final int NAMED = 5;

  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<Integer, String> overwritten = new TreeMap<>();
  private final Map<Integer, CheckedView> attempts = new HashMap<>();
  private final List<String> misfits = new ArrayList<>();
  private volatile long rowNanos;
  private int opened;
  private long repeatedInState;

  static Findings of(String name) {
    return ALL.computeIfAbsent(name, unused -> new Findings());
  }

  static void forget(String name) {
    ALL.remove(name);
  }

  /** From now on each row of a snapshot takes some time in the view, so that others queue up. */
  void snapshotRowsTake(Duration time) {
    rowNanos = time.toNanos();
  }

  void takeTime() {
    LockSupport.parkNanos(rowNanos);
  }

  /** A task begins; what an earlier one of the same number still does counts no more. */
  synchronized void opened(int task, int tasks, CheckedView view) {
    opened++;
    attempts.keySet().removeIf(other -> other >= tasks);
    attempts.put(task, view);
  }

  /** How many tasks have begun, in all attempts. */
  synchronized int opened() {
    return opened;
  }

  /** A record arrived; the state of the task takes it. */
  synchronized void arrived(int task, CheckedView view, Tuple3<String, Integer, String> change) {
    seen.merge(text(change), 1, Integer::sum);
    if (attempts.get(task) != view) {
      return;
    }
    view.apply(change);
    if (change.f0.equals("-D")) {
      overwritten.remove(change.f1);
    } else if (!change.f0.equals("-U")) {
      overwritten.put(change.f1, change.f2);
    }
  }

  static String text(Tuple3<String, Integer, String> change) {
    return text(change.f0, change.f1, change.f2);
  }

  static String text(String sign, int id, @Nullable String value) {
    return sign + " " + id + " " + value;
  }

  /** A change whose row before was another one than the state of its task has. */
  synchronized void misfit(Tuple3<String, Integer, String> change, @Nullable String found) {
    if (misfits.size() < NAMED) {
      misfits.add(text(change) + " where there was " + found);
    }
  }

  /** A change that the state of its task has already. */
  synchronized void repeatedInState() {
    repeatedInState++;
  }

  synchronized List<String> misfits() {
    return List.copyOf(misfits);
  }

  synchronized long repeatedInTheState() {
    return repeatedInState;
  }

  synchronized Map<String, Integer> seen() {
    return new HashMap<>(seen);
  }

  /** Records that arrived again. */
  synchronized long repeated() {
    return seen.values().stream().mapToLong(times -> times - 1L).sum();
  }

  /** The rows of a view that is only overwritten by key. */
  synchronized Map<Integer, String> overwritten() {
    return new TreeMap<>(overwritten);
  }

  /** The rows of a view that is rolled back to the checkpoint with the job. */
  synchronized Map<Integer, String> rolledBack() {
    Map<Integer, String> rows = new TreeMap<>();
    attempts.values().forEach(view -> rows.putAll(view.rows()));
    return rows;
  }
}
