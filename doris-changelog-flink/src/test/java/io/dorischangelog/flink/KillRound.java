package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** One job, killed in its snapshot, in the hand-over and in the changes, and then judged. */
final class KillRound implements AutoCloseable {
  static final int KILLS = 5;

  private static final int IN_SNAPSHOT = 2;
  private static final int TABLETS = 16;
  private static final int WRITERS = 2;
  private static final int ROWS_PER_WRITER = 600;
  private static final String VIEW = "killed view";

  private final KilledTable kind;
  private final TaskManagers managers;
  private final Path checkpoints;
  private final Random random;
  private final Doris doris = Doris.start();
  private final List<TableWriter> writers = new ArrayList<>();
  private final ExecutorService writing = Executors.newFixedThreadPool(WRITERS);
  private Fault unread;

  KillRound(KilledTable kind, TaskManagers managers, Path checkpoints, Random random) {
    this.kind = kind;
    this.managers = managers;
    this.checkpoints = checkpoints;
    this.random = random;
    kind.create(doris, TABLETS);
    for (int i = 0; i < WRITERS; i++) {
      TableWriter writer = new TableWriter(doris, kind, i, random.nextLong());
      writer.fill(ROWS_PER_WRITER);
      writers.add(writer);
    }
    doris.passSecond();
    Findings.forget(VIEW);
    unread = holdSnapshot();
  }

  /** Kills the job so many times, at most {@link #KILLS}. */
  KillVerdict run(int kills) throws Exception {
    try (KilledJob job = new KilledJob(VIEW, this::setup, checkpoints, managers, random)) {
      if (!unread.awaitHits(1, Duration.ofSeconds(60))) {
        throw new AssertionError("the snapshot was not begun");
      }
      List<Future<Void>> written = writers.stream().map(writing::submit).toList();
      for (int kill = 0; kill < kills; kill++) {
        kill(job, kill);
      }
      unread.remove();
      writers.forEach(TableWriter::stop);
      for (Future<Void> writer : written) {
        writer.get(60, TimeUnit.SECONDS);
      }
      doris.passSecond();
      return verdict();
    }
  }

  private ViewJob.Setup setup() {
    IncrementType type = kind.type(); // The job takes no more along than this.
    return ViewJob.of(doris)
        .configure("execution.buffer-timeout.interval", "0ms")
        .scan(scan -> scan.incrementType(type).batchSize(16))
        .source(source -> source.scanMode(ScanMode.initial()))
        .step(new FailAfter(KilledJob.SOURCE))
        .view(new CheckedView(VIEW, kind.judgement()));
  }

  private void kill(KilledJob job, int number) throws Exception {
    if (number < IN_SNAPSHOT) {
      job.kill(60, 200, this::readMoreOfSnapshot);
    } else if (number == IN_SNAPSHOT) {
      job.kill(400, 250, this::readRestOfSnapshot);
    } else {
      job.kill(500, 1500, () -> {});
    }
  }

  /** Lets the parts of the snapshot go on that are held, and a few more. */
  private void readMoreOfSnapshot() {
    Fault before = unread;
    unread = holdSnapshot();
    before.remove();
  }

  private Fault holdSnapshot() {
    return doris
        .server()
        .faults()
        .onFetch()
        .matching(" TABLET(")
        .after(1 + random.nextInt(3))
        .always()
        .hang();
  }

  /** Its last rows are slow on their way, so that changes could overtake them. */
  private void readRestOfSnapshot() {
    Findings.of(VIEW).snapshotRowsTake(Duration.ofMillis(3));
    unread.remove();
    if (random.nextBoolean() && kind.hasExactSnapshot()) {
      await(() -> countOfSnapshot() >= WRITERS * ROWS_PER_WRITER);
    }
  }

  private long countOfSnapshot() {
    return Findings.of(VIEW).seen().keySet().stream().filter(text -> text.startsWith("+S")).count();
  }

  private KillVerdict verdict() {
    Map<Integer, String> table = new TreeMap<>();
    writers.forEach(writer -> table.putAll(writer.rows()));
    Findings findings = Findings.of(VIEW);
    List<String> wrong = new ArrayList<>(findings.misfits());
    try {
      await(() -> lost(findings, table) == 0);
    } catch (AssertionError e) {
      wrong.add("never complete");
    }
    if (kind.goesOnBehindTheRow() && findings.repeatedInTheState() > 0) {
      wrong.add(findings.repeatedInTheState() + " changes twice in rolled-back state");
    }
    return new KillVerdict(
        findings.seen().size(), lost(findings, table), findings.repeated(), wrong);
  }

  private long lost(Findings findings, Map<Integer, String> table) {
    Set<String> missing = new HashSet<>();
    writers.forEach(writer -> missing.addAll(writer.expected()));
    missing.removeAll(findings.seen().keySet());
    long lost = missing.size();
    if (kind.keepsRowsByKey()) {
      lost += differing(findings.rolledBack(), table);
    }
    if (kind.mayBeOverwritten()) {
      lost += differing(findings.overwritten(), table);
    }
    return lost;
  }

  private static long differing(Map<Integer, String> view, Map<Integer, String> table) {
    Set<Integer> ids = new HashSet<>(view.keySet());
    ids.addAll(table.keySet());
    return ids.stream().filter(id -> !Objects.equals(view.get(id), table.get(id))).count();
  }

  @Override
  public void close() {
    writing.shutdownNow();
    doris.close();
  }
}
