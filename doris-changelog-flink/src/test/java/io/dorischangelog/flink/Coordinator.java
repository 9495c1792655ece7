package io.dorischangelog.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** Flink's side of an enumerator, moved on by a test: readers come and go, calls run when told. */
final class Coordinator implements SplitEnumeratorContext<DorisSplit> {
  private final int parallelism;
  private final Map<Integer, ReaderInfo> readers = new TreeMap<>();
  private final Map<Integer, List<DorisSplit>> assigned = new HashMap<>();
  private final Map<Integer, List<SourceEvent>> events = new HashMap<>();
  private final Set<Integer> dismissed = new HashSet<>();
  private final Queue<Runnable> calls = new ArrayDeque<>();
  private final Map<Long, Runnable> periodic = new HashMap<>();

  Coordinator(int parallelism) {
    this.parallelism = parallelism;
  }

  void register(int reader) {
    readers.put(reader, new ReaderInfo(reader, "host"));
  }

  /** A reader fails. */
  void unregister(int reader) {
    readers.remove(reader);
  }

  /** Runs what was to run once. */
  void runCalls() {
    for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
      call.run();
    }
  }

  /** Runs what is to run again and again, with this time in between. */
  void runEvery(long millis) {
    Objects.requireNonNull(periodic.get(millis)).run();
  }

  /** The splits a reader was given since the last question. */
  List<DorisSplit> given(int reader) {
    List<DorisSplit> splits = assigned.remove(reader);
    return splits == null ? List.of() : splits;
  }

  List<SourceEvent> eventsFor(int reader) {
    return events.getOrDefault(reader, List.of());
  }

  /** Readers that were told that nothing comes any more. */
  Set<Integer> dismissed() {
    return dismissed;
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    throw new UnsupportedOperationException("no metrics here");
  }

  @Override
  public void sendEventToSourceReader(int reader, SourceEvent event) {
    requireRegistered(reader);
    events.computeIfAbsent(reader, unused -> new ArrayList<>()).add(event);
  }

  private void requireRegistered(int reader) {
    if (!readers.containsKey(reader)) {
      throw new IllegalArgumentException("reader " + reader + " is not registered");
    }
  }

  @Override
  public int currentParallelism() {
    return parallelism;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<DorisSplit> assignment) {
    assignment
        .assignment()
        .forEach(
            (reader, splits) -> {
              requireRegistered(reader);
              assigned.computeIfAbsent(reader, unused -> new ArrayList<>()).addAll(splits);
            });
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    requireRegistered(reader);
    dismissed.add(reader);
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    calls.add(() -> call(callable, handler));
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long initialDelay, long period) {
    periodic.put(period, () -> call(callable, handler));
  }

  private static <T> void call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    T result;
    try {
      result = callable.call();
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    handler.accept(result, null);
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    runnable.run();
  }

  @Override
  public void setIsProcessingBacklog(boolean backlog) {
    // Nobody asks.
  }
}
