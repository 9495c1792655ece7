package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.FakeOffsetTable.Fate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Replies that are lost, late or wrong (case 12, e to h), and a second writer. */
class DorisTableOffsetStoreFaultsTest {

  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final TableId NAME = new TableId("ops", "offsets");

  private final FakeOffsetTable table = new FakeOffsetTable().with("c", "2026-10-01 09:30:00");
  private final DorisTableOffsetStore store = new DorisTableOffsetStore(table, NAME, null);

  @Test
  void aFollowerThatLagsNeverTakesAReaderBack() {
    assertThat(store.load("c", ORDERS)).contains(at("09:30:00"));
    save("09:45:00", "09:30:00");
    table.stale.add(List.of(new OffsetTable.Row("c", "2026-10-01 09:30:00")));

    assertThat(store.load("c", ORDERS)).contains(at("09:45:00"));
    assertThat(store.load("c", ORDERS)).contains(at("09:45:00"));
  }

  @Test
  void aSaveThroughAFollowerThatLagsSucceeds() {
    store.load("c", ORDERS);
    save("09:45:00", "09:30:00");
    table.stale.add(List.of(new OffsetTable.Row("c", "2026-10-01 09:30:00")));

    save("09:50:00", "09:45:00");

    assertThat(stored()).isEqualTo("2026-10-01 09:50:00");
  }

  @Test
  void aReplyLostAfterTheWriteIsFoundByReadingBack() {
    store.load("c", ORDERS);
    table.fates.add(Fate.LOST_AFTER);

    save("09:45:00", "09:30:00");

    assertThat(table.written).containsExactly("2026-10-01 09:45:00");
    assertThat(table.connections).isEqualTo(2);
  }

  @Test
  void aConnectionLostBeforeTheWriteMeansToWriteAgain() {
    store.load("c", ORDERS);
    table.fates.add(Fate.LOST_BEFORE);

    save("09:45:00", "09:30:00");

    assertThat(stored()).isEqualTo("2026-10-01 09:45:00");
  }

  @Test
  void aWriteThatWasAcknowledgedButIsNotThereIsWrittenAgain() {
    store.load("c", ORDERS);
    table.fates.add(Fate.ACKNOWLEDGED_BUT_NOT_WRITTEN);

    save("09:45:00", "09:30:00");

    assertThat(table.written).hasSize(2);
    assertThat(stored()).isEqualTo("2026-10-01 09:45:00");
  }

  @Test
  void committedButNotYetVisibleIsASuccess() {
    store.load("c", ORDERS);
    List<OffsetTable.Row> old = List.of(new OffsetTable.Row("c", "2026-10-01 09:30:00"));
    table.stale.add(old);
    table.stale.add(old);

    save("09:45:00", "09:30:00");

    assertThat(stored()).isEqualTo("2026-10-01 09:45:00");
  }

  @Test
  void aSaveThatFailedCanBeRepeatedOrOvertakenEvenIfItWasWritten() {
    store.load("c", ORDERS);
    table.fates.addAll(List.of(Fate.LOST_BEFORE, Fate.LOST_AFTER));
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> save("09:45:00", "09:30:00"))
        .satisfies(failure -> assertThat(failure.isRetryable()).isTrue());

    save("09:50:00", "09:30:00");

    assertThat(stored()).isEqualTo("2026-10-01 09:50:00");
  }

  @Test
  void aRefusedWriteSaysDorisOwnWordsAndMayPass() {
    store.load("c", ORDERS);
    table.fates.add(Fate.REFUSED);

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> save("09:45:00", "09:30:00"))
        .withMessageContaining("too many versions")
        .satisfies(failure -> assertThat(failure.isRetryable()).isTrue());
    assertThat(stored()).isEqualTo("2026-10-01 09:30:00");
  }

  @Test
  void aValueOfASecondWriterIsFoundBeforeAndAfterTheWrite() {
    store.load("c", ORDERS);
    table.stale.add(List.of(new OffsetTable.Row("c", "2026-10-01 09:33:33")));
    assertConflict("09:33:33");
    table.stale.add(List.of(new OffsetTable.Row("c", "2026-10-01 09:30:00")));
    table.stale.add(List.of(new OffsetTable.Row("c", "2026-10-01 09:44:44")));
    assertConflict("09:44:44");
  }

  @Test
  void aRowThatAppearsWhereNoneWasIsASecondWriter() {
    assertThat(store.load("new", ORDERS)).isEmpty();
    table.with("new", "2026-10-01 09:00:00");

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.save("new", ORDERS, at("09:45:00"), Optional.empty()))
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
  }

  @Test
  void aTimeUpToFiveMinutesAheadIsLeftToTheReaderToWaitFor() {
    table.rows.clear();
    table.with("c", "2026-10-01 10:05:00").with("d", "2026-10-01 10:05:01");

    assertThat(store.load("c", ORDERS)).contains(at("10:05:00"));
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.load("d", ORDERS))
        .withMessageContaining("ahead of the server's clock")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.DAMAGED));
  }

  private void assertConflict(String seen) {
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> save("09:45:00", "09:30:00"))
        .withMessageContaining(seen)
        .withMessageContaining("neither wrote nor loaded")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
  }

  private void save(String time, String expected) {
    store.save("c", ORDERS, at(time), Optional.of(at(expected)));
  }

  private String stored() {
    assertThat(table.rows).hasSize(1);
    return String.valueOf(table.rows.get(0).timestamp());
  }

  private static Position at(String time) {
    return Position.startingAt(Instant.parse("2026-10-01T" + time + "Z"), ORDERS);
  }
}
