package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Starts ahead of the server's clock or behind its retention, and a clock that goes wrong. */
@ExtendWith(LeakCheck.class)
class ServerClockTest {
  private static final Duration AT_ONCE = Duration.ofMillis(200);

  @Test
  void aStartALittleAheadIsWaitedFor() {
    try (StudentTable table = StudentTable.unique()) {
      Instant ahead = table.clock().instant().plusSeconds(100);
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.fromTimestamp(ahead)).build()) {
        table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
        assertThat(reader.poll(AT_ONCE).rowCount()).isZero();
        table.clock().advance(Duration.ofSeconds(100));
        table.run("INSERT INTO t VALUES (2, 'Bob', 19)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=19}");
      }
    }
  }

  @Test
  void aStartFarAheadIsRefused() {
    try (StudentTable table = StudentTable.unique()) {
      Instant ahead = table.clock().instant().plusSeconds(301);
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.fromTimestamp(ahead)).build()) {
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("more than five minutes ahead");
      }
    }
  }

  @Test
  void aClockThatStepsBackIsWaitedForAndNothingIsReadTwice() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=Ann, age=18}");
        String back =
            "{\"msg\":\"success\",\"code\":0,\"data\":{\"current_tso\":"
                + (table.clock().instant().minusSeconds(60).toEpochMilli() << 18)
                + "},\"count\":0}";
        var wrong =
            table.server().faults().onHttp().matching("GET /api/tso").always().answer(200, back);
        assertThat(reader.poll(AT_ONCE).rowCount()).isZero();
        wrong.remove();
        table.run("INSERT INTO t VALUES (2, 'Bob', 19)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=19}");
      }
    }
  }

  /** A snapshot of which one row was handed out, and whose time has expired since. */
  private static MemoryOffsetStore interruptedAndExpired(StudentTable table) {
    MemoryOffsetStore store = new MemoryOffsetStore();
    table.run("INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19)");
    table.passSecond();
    try (ChangelogReader reader =
        table.reader().scanMode(ScanMode.initial()).offsetStore(store, "c").build()) {
      reader.next();
    }
    table.clock().advance(Duration.ofDays(2));
    return store;
  }

  @Test
  void aSnapshotWhoseTimeHasExpiredIsNotResumed() {
    try (StudentTable table = StudentTable.withoutHistory()) {
      MemoryOffsetStore store = interruptedAndExpired(table);
      // Something that expired may be missing: the table is older than its retention.
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(
              () -> table.reader().scanMode(ScanMode.initial()).offsetStore(store, "c").build());
    }
  }

  @Test
  void withOnLossSkipItIsReadAgainAndTheGapIsTold() {
    try (StudentTable table = StudentTable.withoutHistory()) {
      MemoryOffsetStore store = interruptedAndExpired(table);
      RecordingListener events = new RecordingListener();
      try (ChangelogReader reader =
          table
              .reader()
              .listener(events)
              .onLoss(OnLoss.SKIP)
              .scanMode(ScanMode.initial())
              .offsetStore(store, "c")
              .build()) {
        assertThat(StudentTable.take(reader, 2)).hasSize(2);
        table.run("INSERT INTO t VALUES (3, 'Cid', 20)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+U {id=3, name=Cid, age=20}");
      }
      assertThat(events.events("gap")).hasSize(1);
    }
  }
}
