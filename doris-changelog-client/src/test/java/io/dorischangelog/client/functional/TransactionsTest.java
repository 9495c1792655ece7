package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.Transaction;
import io.dorischangelog.client.error.TransactionRestartedException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The changes of a read grouped by commit. */
@ExtendWith(LeakCheck.class)
class TransactionsTest {

  @Test
  void everyCommitIsOneTransactionAndTheSnapshotIsOneToo() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.initial()).build()) {
        table.run("UPDATE t SET age = 20", "INSERT INTO t VALUES (3, 'Cid', 1)");
        table.passSecond();
        Iterator<Transaction> all = reader.transactions().iterator();
        Transaction snapshot = all.next();
        assertThat(snapshot.isSnapshot()).isTrue();
        assertThat(snapshot.commitTime()).isEmpty();
        assertThat(snapshot.rows().map(Change::toString)).hasSize(2);
        assertThat(reader.position()).isEqualTo(snapshot.position());
        Transaction update = all.next();
        assertThat(update.isSnapshot()).isFalse();
        assertThat(update.commitTime()).isPresent();
        assertThat(texts(update)).hasSize(4).allMatch(row -> row.contains("U {"));
        assertThat(texts(all.next())).containsExactly("+I {id=3, name=Cid, age=1}");
      }
    }
  }

  @Test
  void askingForTheNextWithRowsLeftIsRefusedUnlessTheRestIsSkipped() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = bounded(table, 1000)) {
      Stream<Transaction> first = reader.transactions();
      Iterator<Transaction> all = first.iterator();
      Transaction one = all.next();
      one.iterator().next();
      assertThatIllegalStateException().isThrownBy(all::next).withMessageContaining("skipRest()");
      one.skipRest();
      first.close();
      Iterator<Transaction> others = reader.transactions().iterator();
      Transaction two = others.next();
      assertThat(texts(two)).containsExactly("+I {id=2, name=Bob, age=20}");
      assertThat(one.iterator().hasNext()).isFalse();
      assertThat(others.hasNext()).isFalse();
    }
  }

  @Test
  void aTransactionIsCommittedAtItsPositionOnceItWasTaken() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = bounded(table, 1000)) {
      Transaction one = reader.transactions().iterator().next();
      Position behind = one.position();
      assertThatIllegalArgumentException().isThrownBy(() -> reader.commit(behind));
      one.skipRest();
      reader.commit(behind);
      assertThat(reader.committed()).contains(behind);
    }
  }

  @Test
  void aTransactionThatBeginsAgainSaysSoAndTheNextIsTheSameCommit() {
    try (StudentTable table = StudentTable.duplicate()) {
      table.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(2);
      try (ChangelogReader reader = bounded(table, 10)) {
        Iterator<Transaction> all = reader.transactions().iterator();
        Transaction cut = all.next();
        List<String> before = new ArrayList<>();
        assertThatExceptionOfType(TransactionRestartedException.class)
            .isThrownBy(() -> cut.forEach(change -> before.add(change.toString())))
            .satisfies(
                again -> {
                  assertThat(again.isRetryable()).isTrue();
                  assertThat(again.tso()).isEqualTo(cut.tso().orElseThrow());
                });
        assertThat(before).isNotEmpty().hasSizeLessThan(50);
        Transaction whole = reader.transactions().iterator().next();
        assertThat(whole.tso()).isEqualTo(cut.tso());
        assertThat(whole.replayed()).isTrue();
        assertThat(texts(whole)).hasSize(50).startsWith(before.get(0));
      }
    }
  }

  @Test
  void skippingATransactionThatBeginsAgainSkipsItOnce() {
    try (StudentTable table = StudentTable.duplicate()) {
      table.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(2);
      try (ChangelogReader reader = bounded(table, 10)) {
        reader.transactions().iterator().next().skipRest();
        assertThat(texts(reader.transactions().iterator().next()))
            .containsExactly("+I {id=2, name=Bob, age=20}");
      }
    }
  }

  @Test
  void aBrokenStreamOfAUniqueTableGoesOnInsideTheTransaction() {
    try (StudentTable table = StudentTable.unique()) {
      table.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(2);
      try (ChangelogReader reader = bounded(table, 10)) {
        assertThat(texts(reader.transactions().iterator().next()))
            .hasSize(50)
            .doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void minDeltaHasNone() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader =
            table
                .reader()
                .scanMode(ScanMode.latest())
                .incrementType(IncrementType.MIN_DELTA)
                .build()) {
      assertThatIllegalStateException()
          .isThrownBy(reader::transactions)
          .withMessageContaining("endsWindow");
    }
  }

  /** Commits 50 rows, then one row, and reads both in batches of some size. */
  private static ChangelogReader bounded(StudentTable table, int batchSize) {
    Instant start = table.clock().instant();
    table.run("INSERT INTO t SELECT number + 100, 'N', 1 FROM numbers(\"number\" = \"50\")");
    table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
    table.passSecond();
    return table
        .reader()
        .batchSize(batchSize)
        .offsetStore(new MemoryOffsetStore(), "transactions")
        .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
        .build();
  }

  private static List<String> texts(Transaction transaction) {
    return transaction.rows().map(Change::toString).toList();
  }
}
