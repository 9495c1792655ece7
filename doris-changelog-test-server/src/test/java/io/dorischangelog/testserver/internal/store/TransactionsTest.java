package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static io.dorischangelog.testserver.internal.store.StoreFixture.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransactionsTest {
  private static final Duration NO_TIME = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(20);

  private final StoreFixture store = new StoreFixture();
  private final Transactions transactions = store.catalog.transactions();
  private final Table table = store.unique("t");

  private Transaction open(Object... values) {
    Transaction transaction = transactions.begin("label");
    transaction.write(table, upsert(table, values));
    return transaction;
  }

  @Test
  void nothingIsSeenBeforeTheCommit() {
    Transaction transaction = open(1L, 1, 1);
    assertThat(rows(table)).isEmpty();
    assertThat(transaction.state()).isEqualTo(Transaction.State.RUNNING);

    long tso = transaction.commit();
    assertThat(rows(table)).containsExactly("1,1,1");
    assertThat(transaction.state()).isEqualTo(Transaction.State.VISIBLE);
    assertThat(transaction.tso()).isEqualTo(tso).isEqualTo(table.visibleTso());
  }

  @Test
  void anAbortedTransactionLeavesNothing() {
    Transaction transaction = open(1L, 1, 1);
    transaction.abort();

    assertThat(rows(table)).isEmpty();
    assertThat(raw(table)).isEmpty();
    assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void changesComeInCommitOrderNotInTheOrderOfTheBegin() {
    Transaction first = open(1L, 1, 1);
    Transaction second = open(2L, 2, 2);
    second.commit();
    first.commit();

    assertThat(store.changes(table, IncrementType.DETAIL)).containsExactly("0:2,2,2", "0:1,1,1");
  }

  @Test
  void imagesAreThoseOfASerialExecutionInCommitOrder() {
    store.insert(table, row(1L, 10, 100));
    Transaction early = transactions.begin("early");
    early.write(table, partial("b", 101));
    Transaction late = transactions.begin("late");
    late.write(table, partial("a", 11));
    late.commit();
    early.commit();

    assertThat(raw(table))
        .containsExactly("0:1,10,100,null,null", "1:1,11,100,10,100", "1:1,11,101,11,100");
  }

  private static Write partial(String column, int value) {
    return new Write.PartialUpdate(
        List.of("id", column), List.<Object[]>of(row(1L, value)), Write.NewKeys.APPEND);
  }

  @Test
  void severalTablesShareOneTso() {
    Table other = store.unique("u");
    Transaction transaction = open(1L, 1, 1);
    transaction.write(other, upsert(other, row(2L, 2, 2)));
    long tso = transaction.commit();

    assertThat(table.visibleTso()).isEqualTo(tso);
    assertThat(other.visibleTso()).isEqualTo(tso);
    assertThat(transaction.tables()).containsExactlyInAnyOrder(table, other);
  }

  @Test
  void aHeldCommitHasItsTsoButIsNotSeen() {
    Transaction held = open(1L, 1, 1);
    long tso = held.commitHeld();

    assertThat(held.state()).isEqualTo(Transaction.State.COMMITTED);
    assertThat(rows(table)).isEmpty();
    held.release();
    assertThat(rows(table)).containsExactly("1,1,1");
    assertThat(table.visibleTso()).isEqualTo(tso);
  }

  @Test
  void aHeldCommitHoldsUpLaterOnesOnItsTablesOnly() {
    Table other = store.unique("u");
    Transaction held = open(1L, 1, 1);
    held.commitHeld();
    Transaction behind = open(2L, 2, 2);
    behind.commit();
    store.commit(other, upsert(other, row(9L, 9, 9)));

    assertThat(behind.state()).isEqualTo(Transaction.State.COMMITTED);
    assertThat(rows(other)).hasSize(1);
    held.release();
    assertThat(behind.state()).isEqualTo(Transaction.State.VISIBLE);
    assertThat(rows(table)).containsExactly("1,1,1", "2,2,2");
  }

  @Test
  void visibilityCanBeHeldForEveryCommit() {
    transactions.holdVisibility();
    store.insert(table, row(1L, 1, 1));
    assertThat(rows(table)).isEmpty();

    transactions.releaseVisibility();
    assertThat(rows(table)).hasSize(1);
    store.insert(table, row(2L, 2, 2));
    assertThat(rows(table)).hasSize(2);
  }

  @Test
  void pendingTransactionsAreThoseThatMayLieBelowTheEnd() {
    Table other = store.unique("u");
    store.advance(1000);
    Transaction transaction = open(1L, 1, 1);
    long begun = transaction.tso();

    assertThat(transactions.pending(List.of(table), begun + 1)).containsExactly(transaction);
    assertThat(transactions.pending(List.of(table), begun)).isEmpty();
    assertThat(transactions.pending(List.of(other), Long.MAX_VALUE)).isEmpty();
    store.advance(1000);
    long tso = transaction.commitHeld();
    assertThat(transactions.pending(List.of(table), tso)).isEmpty();
    assertThat(transactions.pending(List.of(table), tso + 1)).containsExactly(transaction);
    transaction.release();
    assertThat(transactions.pending(List.of(table), Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void aWaitEndsWhenTheTransactionBecomesVisible() throws Exception {
    Transaction transaction = open(1L, 1, 1);
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> await(Long.MAX_VALUE, LONG));
    transaction.commit();

    assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aWaitEndsWhenTheTransactionIsAborted() throws Exception {
    Transaction transaction = open(1L, 1, 1);
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> await(Long.MAX_VALUE, LONG));
    transaction.abort();

    assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
  }

  private boolean await(long endTso, Duration timeout) {
    try {
      return transactions.awaitVisible(List.of(table), endTso, timeout);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aWaitThatRunsOutOfTimeSaysSo() throws InterruptedException {
    Transaction transaction = open(1L, 1, 1);

    assertThat(await(Long.MAX_VALUE, NO_TIME)).isFalse();
    assertThat(transactions.awaitVisible(transaction, NO_TIME)).isFalse();
    assertThat(await(transaction.tso(), NO_TIME)).isTrue();
  }

  @Test
  void theWatermarkCoversTransactionsWhateverTheirTso() throws InterruptedException {
    Transaction before = open(1L, 1, 1);
    long watermark = transactions.watermark();
    Transaction after = open(2L, 2, 2);

    assertThat(transactions.awaitFinished(List.of(table), watermark, NO_TIME)).isFalse();
    before.commit();
    assertThat(transactions.awaitFinished(List.of(table), watermark, NO_TIME)).isTrue();
    assertThat(after.id()).isGreaterThanOrEqualTo(watermark);
  }

  @Test
  void aTransactionThatNamesItsTablesHoldsReadsFromItsBegin() {
    Transaction named = transactions.begin("label", List.of(table));

    assertThat(transactions.pending(List.of(table), Long.MAX_VALUE)).containsExactly(named);
    named.commit();
    assertThat(transactions.pending(List.of(table), Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void badRowsAreRefusedWhenTheyAreWritten() {
    Table strict =
        store.create(
            "s",
            TableKeys.unique("id"),
            StoreFixture.log(true),
            "id",
            new ColumnDefinition("a", StoreFixture.INT, false, null));
    Transaction transaction = transactions.begin("label");

    assertThatThrownBy(() -> transaction.write(strict, upsert(strict, row(1L, null))))
        .hasMessageContaining("column_name[a], null value for not null column");
    assertThatThrownBy(
            () ->
                transaction.write(
                    strict, new Write.Upsert(List.of("id"), List.<Object[]>of(row(1L)))))
        .hasMessage("Column has no default value, column=a");
    assertThatThrownBy(
            () ->
                transaction.write(
                    strict, new Write.Upsert(List.of("id", "zz"), List.<Object[]>of(row(1L, 1)))))
        .hasMessageContaining("Unknown column 'zz'");
  }
}
