package io.dorischangelog.client.proof;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.offset.OffsetStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The process that is killed: applies changes, logs them, commits now and then. Ends by itself
 * behind the last insert. Says on its standard output when it applied a row of the snapshot and
 * when it committed a change.
 */
final class ProofConsumer {
  private final DurableStore kind;
  private final String address;
  private final CommitRhythm rhythm;
  private final ConsumerLog log;
  private final PrintStream out;
  private boolean saidSnapshot;
  private boolean saidCommitted;

  private ProofConsumer(
      DurableStore kind, String address, CommitRhythm rhythm, ConsumerLog log, PrintStream out) {
    this.kind = kind;
    this.address = address;
    this.rhythm = rhythm;
    this.log = log;
    this.out = out;
  }

  /** Arguments: front end, store, its address, change type, log file, when to commit. */
  public static void main(String[] args) throws IOException, SQLException {
    DurableStore kind = DurableStore.valueOf(args[1]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ConsumerLog log = ConsumerLog.append(Path.of(args[4]))) {
      new ProofConsumer(kind, args[2], CommitRhythm.valueOf(args[5]), log, out)
          .run(args[0], IncrementType.valueOf(args[3]));
    }
  }

  private void run(String frontEnd, IncrementType type) throws IOException, SQLException {
    if (kind.isInTransaction()) {
      try (Connection connection = DriverManager.getConnection(address)) {
        connection.setAutoCommit(false);
        consume(frontEnd, type, DurableStore.openIn(connection), new TargetTable(connection));
      }
    } else {
      consume(frontEnd, type, kind.open(address), null);
    }
  }

  private void consume(String frontEnd, IncrementType type, OffsetStore store, TargetTable target)
      throws IOException, SQLException {
    try (ChangelogReader reader =
        ChangelogReader.builder()
            .frontEnds(frontEnd)
            .username("root")
            .password("")
            .table(SourceWriter.TABLE)
            .scanMode(ScanMode.initial())
            .incrementType(type)
            .offsetStore(store, "proof")
            .pollInterval(Duration.ofSeconds(1))
            .build()) {
      int uncommitted = 0;
      boolean last = false;
      while (!last) {
        Change change = reader.next();
        last = change.row().getInt("id") == SourceWriter.LAST_ID;
        apply(change, target);
        uncommitted++;
        // Rows of one snapshot become visible together in a target with transactions.
        boolean mayCommit = target == null || !change.position().isSnapshot();
        if (last || (mayCommit && rhythm.isDue(uncommitted, change.position()))) {
          commit(reader, target);
          uncommitted = 0;
        }
      }
    }
    // What the close of the reader saved.
    if (target != null) {
      target.commit();
    }
  }

  private void apply(Change change, TargetTable target) throws IOException, SQLException {
    if (target != null) {
      target.apply(Effect.of(change));
    }
    log.applied(change);
    if (!saidSnapshot) {
      saidSnapshot = true;
      out.println("applied");
    }
  }

  private void commit(ChangelogReader reader, TargetTable target) throws IOException, SQLException {
    log.committing();
    reader.commit();
    if (target != null) {
      target.commit();
    }
    log.committed(reader.committed().map(Position::nextStart).orElse(null));
    if (!saidCommitted && !reader.position().isSnapshot()) {
      saidCommitted = true;
      out.println("committed");
    }
  }
}
