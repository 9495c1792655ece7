package io.dorischangelog.flink;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.source.SourceEvent;

/**
 * An enumerator, and what its readers and Flink tell it. Parts of the snapshot are numbers here.
 */
final class EnumeratedJob implements AutoCloseable {
  private final Coordinator coordinator;
  private final DorisEnumerator enumerator;

  private EnumeratedJob(
      SourceSettings settings, int readers, EnumeratorState state, LongSupplier nanoTime) {
    coordinator = new Coordinator(readers);
    enumerator = new DorisEnumerator(settings, coordinator, null, state, nanoTime);
    enumerator.start();
  }

  /** A job without a checkpoint, all readers of which have begun. */
  static EnumeratedJob begin(SourceSettings settings, int readers, LongSupplier nanoTime) {
    EnumeratedJob job =
        new EnumeratedJob(settings, readers, EnumeratorState.unresolved(), nanoTime);
    for (int reader = 0; reader < readers; reader++) {
      job.begins(reader, Set.of(), Set.of());
      job.enumerator.handleSplitRequest(reader, "host");
    }
    job.coordinator.runCalls();
    return job;
  }

  /** A job that begins with a state, whose readers have not begun. */
  static EnumeratedJob restore(SourceSettings settings, int readers, EnumeratorState state) {
    return new EnumeratedJob(settings, readers, state, System::nanoTime);
  }

  Coordinator coordinator() {
    return coordinator;
  }

  /** A reader begins, and says which parts it has from a checkpoint. */
  void begins(int reader, Set<Integer> running, Set<Integer> finished) {
    registers(reader);
    tell(reader, new SplitReport(ids(running), ids(finished)));
  }

  /** A reader begins, and has said nothing yet. */
  void registers(int reader) {
    coordinator.register(reader);
    enumerator.addReader(reader);
  }

  /** A reader asks for a split, and gets what this names. */
  String ask(int reader) {
    enumerator.handleSplitRequest(reader, "host");
    return given(reader);
  }

  /** What a reader was given since the last question. */
  String given(int reader) {
    return coordinator.given(reader).stream().map(DorisSplit::splitId).collect(joining(","));
  }

  void finishes(int reader, Integer... parts) {
    tell(reader, new SplitReport(Set.of(), ids(Set.of(parts))));
  }

  private void tell(int reader, SourceEvent event) {
    enumerator.handleSourceEvent(reader, event);
  }

  static Set<String> ids(Set<Integer> parts) {
    return parts.stream().map(part -> "snapshot-" + part).collect(toSet());
  }

  /** A reader fails that was given this since the last checkpoint. */
  void fails(int reader, DorisSplit... given) {
    coordinator.unregister(reader);
    enumerator.addSplitsBack(Arrays.asList(given), reader);
  }

  /** A checkpoint begins; what it keeps, as it is read again. */
  EnumeratorState checkpoint(long id) throws IOException {
    EnumeratorStateSerializer serializer = new EnumeratorStateSerializer();
    return serializer.deserialize(
        serializer.getVersion(), serializer.serialize(enumerator.snapshotState(id)));
  }

  void completes(long checkpoint) {
    enumerator.notifyCheckpointComplete(checkpoint);
  }

  /** Whether a reader was told that the changes have begun. */
  boolean isTold(int reader) {
    return coordinator.eventsFor(reader).stream().anyMatch(ChangesBegan.class::isInstance);
  }

  @Override
  public void close() {
    enumerator.close();
  }
}
