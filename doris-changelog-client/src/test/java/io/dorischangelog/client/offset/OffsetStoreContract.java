package io.dorischangelog.client.offset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link OffsetStore} must do. Extend it for a store of your own: {@link #open} gives a
 * store on the same, at first empty, place each time it is called.
 */
public abstract class OffsetStoreContract {

  /** The table whose positions are stored. */
  protected static final TableId TABLE = new TableId("shop", "orders");

  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");

  private OffsetStore store;

  /** For test classes. */
  protected OffsetStoreContract() {}

  /** A store; what the one before it saved is there. It is called again only after a close. */
  protected abstract OffsetStore open() throws Exception;

  /** Whether the same consumer name can be used for several tables. */
  protected boolean keepsTablesApart() {
    return true;
  }

  /** Whether {@code remove} is allowed. */
  protected boolean canRemove() {
    return true;
  }

  @BeforeEach
  final void openTheStore() throws Exception {
    store = open();
  }

  @AfterEach
  final void closeTheStore() {
    store.close();
  }

  @Test
  void aConsumerThatNeverSavedHasNothing() {
    assertEquals(Optional.empty(), store.load("student-sync", TABLE));
    assertEquals(List.of(), store.consumers(TABLE));
  }

  @Test
  void whatWasSavedIsThereForTheNextStore() throws Exception {
    save(at(0), null);
    save(at(5), at(0));

    assertEquals(Optional.of(at(5)), store.load("student-sync", TABLE));
    reopen();
    assertEquals(Optional.of(at(5)), store.load("student-sync", TABLE));
  }

  @Test
  void allThatAPositionCarriesIsThereForTheNextStore() throws Exception {
    PositionContext context =
        PositionContext.of(TABLE)
            .withFingerprint("detail/id")
            .withSeen(SeenTable.of(TEN, Duration.ofDays(1), Set.of(7L)));
    Position half = Position.of(at(0).tso(), 3, context);
    save(half, null);
    reopen();
    Position loaded = store.load("student-sync", TABLE).orElseThrow();

    if (store.keepsWholePosition()) {
      assertEquals(half, loaded);
      assertEquals(context, loaded.context());
    } else {
      assertEquals(Position.startingAt(half.nextStart(), TABLE), loaded);
    }
  }

  @Test
  void aPositionInsideASnapshotOrWindowIsKeptIfAllIsKept() throws Exception {
    if (!store.keepsWholePosition()) {
      return; // Such a store is never given one.
    }
    Position snapshot = Position.snapshot(TEN, PositionContext.of(TABLE));
    Position open = at(0).withOpenWindow(TEN, TEN.plusSeconds(10));
    save(snapshot, null);
    reopen();
    assertEquals(Optional.of(snapshot), store.load("student-sync", TABLE));
    save(open, snapshot);
    reopen();
    assertEquals(Optional.of(open), store.load("student-sync", TABLE));
    Position before = open;
    for (int windows = 1; windows <= 2; windows++) {
      List<Instant> ends = List.of(TEN.plusSeconds(20), TEN.plusSeconds(30)).subList(0, windows);
      Position more = open.withContext(open.context().withLaterEnds(ends));
      save(more, before);
      reopen();
      assertEquals(Optional.of(more), store.load("student-sync", TABLE));
      before = more;
    }
  }

  @Test
  void savingOverAnotherPositionThanExpectedIsRefusedAndChangesNothing() {
    save(at(5), null);

    assertEquals(Reason.CONFLICT, refused(() -> save(at(6), at(4))));
    assertEquals(Reason.CONFLICT, refused(() -> save(at(6), null)));
    assertEquals(Optional.of(at(5)), store.load("student-sync", TABLE));
  }

  @Test
  void savingWhereSomethingWasExpectedButNothingIsIsRefused() {
    assertEquals(Reason.CONFLICT, refused(() -> save(at(6), at(5))));
    assertEquals(Optional.empty(), store.load("student-sync", TABLE));
  }

  @Test
  void savingTheSameAgainSucceeds() {
    save(at(5), null);
    save(at(5), at(5));
    save(at(5), null);

    assertEquals(Optional.of(at(5)), store.load("student-sync", TABLE));
  }

  @Test
  void goingBackIsAllowedToTheOneWhoKnowsWhatIsThere() {
    save(at(5), null);
    save(at(2), at(5));

    assertEquals(Optional.of(at(2)), store.load("student-sync", TABLE));
  }

  @Test
  void consumersDoNotTouchEachOther() {
    store.save("b", TABLE, at(1), Optional.empty());
    store.save("a", TABLE, at(2), Optional.empty());
    store.save("b", TABLE, at(3), Optional.of(at(1)));

    assertEquals(Optional.of(at(2)), store.load("a", TABLE));
    assertEquals(Optional.of(at(3)), store.load("b", TABLE));
    assertEquals(List.of("a", "b"), store.consumers(TABLE));
  }

  @Test
  void tablesDoNotTouchEachOther() {
    if (!keepsTablesApart()) {
      return;
    }
    TableId other = new TableId("Shop", "orders");
    Position there = Position.startingAt(TEN.plusSeconds(9), other);
    save(at(1), null);
    store.save("student-sync", other, there, Optional.empty());

    assertEquals(Optional.of(at(1)), store.load("student-sync", TABLE));
    assertEquals(Optional.of(there), store.load("student-sync", other));
    assertEquals(List.of(), store.consumers(new TableId("shop", "Orders")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Student-Sync", "student-sync ", " student-sync", "student-synć"})
  void namesAreComparedExactly(String other) {
    save(at(1), null);

    assertEquals(Optional.empty(), store.load(other, TABLE));
    store.save(other, TABLE, at(2), Optional.empty());
    assertEquals(Optional.of(at(1)), store.load("student-sync", TABLE));
    assertEquals(Optional.of(at(2)), store.load(other, TABLE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"it's", "a\\", "\\'; --", "`\"%_?", "a/../../b", "..", "заказы 🛒", "a\nb", "=;#"})
  void anyCharacterMayBeInAName(String consumer) {
    store.save(consumer, TABLE, at(1), Optional.empty());
    store.save(consumer, TABLE, at(2), Optional.of(at(1)));

    assertEquals(Optional.of(at(2)), store.load(consumer, TABLE));
    assertEquals(List.of(consumer), store.consumers(TABLE));
  }

  @Test
  void aNameMayHave256BytesButNoneMore() {
    String longest = "ж".repeat(128);
    store.save(longest, TABLE, at(1), Optional.empty());

    assertEquals(Optional.of(at(1)), store.load(longest, TABLE));
    assertThrows(IllegalArgumentException.class, () -> store.load(longest + "x", TABLE));
    assertThrows(IllegalArgumentException.class, () -> store.load("", TABLE));
  }

  @Test
  void whatIsRemovedIsAsIfItWasNeverSaved() throws Exception {
    save(at(1), null);
    if (!canRemove()) {
      assertEquals(Reason.MISCONFIGURED, refused(() -> store.remove("student-sync", TABLE)));
      return;
    }
    store.remove("student-sync", TABLE);
    store.remove("student-sync", TABLE);

    assertEquals(Optional.empty(), store.load("student-sync", TABLE));
    reopen();
    assertEquals(Optional.empty(), store.load("student-sync", TABLE));
    save(at(7), null);
    assertEquals(Optional.of(at(7)), store.load("student-sync", TABLE));
  }

  @Test
  void closingTwiceIsNoFailure() {
    save(at(1), null);
    store.close();
    store.close();
  }

  /** The position after a window that ended so many seconds after ten. */
  protected static Position at(int seconds) {
    return Position.startingAt(TEN.plusSeconds(seconds), TABLE);
  }

  private void save(Position position, @Nullable Position expected) {
    store.save("student-sync", TABLE, position, Optional.ofNullable(expected));
  }

  private void reopen() throws Exception {
    store.close();
    store = open();
  }

  private static Reason refused(Runnable call) {
    return assertThrows(OffsetStoreException.class, call::run).reason();
  }
}
