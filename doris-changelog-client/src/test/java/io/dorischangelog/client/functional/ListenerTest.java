package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ReaderListener;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a listener and the statistics tell of a read. */
@ExtendWith(LeakCheck.class)
class ListenerTest {
  @TempDir Path directory;

  private final StudentTable table = StudentTable.unique();
  private final RecordingListener listener = new RecordingListener();

  @AfterEach
  void close() {
    table.close();
  }

  private ChangelogReader fromNow() {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)", "INSERT INTO t VALUES (2, 'Bob', 19)");
    table.passSecond();
    return table.reader().scanMode(mode).listener(listener).build();
  }

  @Test
  void windowsAreToldWhenPlannedAndWhenRead() {
    try (ChangelogReader reader = fromNow()) {
      StudentTable.take(reader, 2);
      reader.poll(Duration.ofMillis(50)).close(); // Past the end of the window.
      String window = "[2026-10-01T10:00:01Z, 2026-10-01T10:00:02Z)";
      assertThat(listener.events("planned")).containsExactly("planned " + window);
      assertThat(listener.events("read")).containsExactly("read " + window + " 2");
    }
  }

  @Test
  void aListenerThatThrowsDoesNotDisturbTheRead() {
    ReaderListener broken =
        new ReaderListener() {
          @Override
          public void windowPlanned(ChangeWindow window) {
            throw new IllegalStateException("planned");
          }

          @Override
          public void windowRead(ChangeWindow window, long rows, Duration took) {
            throw new IllegalStateException("read");
          }

          @Override
          public void committed(Position position) {
            throw new IllegalStateException("committed");
          }
        };
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
    table.passSecond();
    try (ChangelogReader reader =
        table
            .reader()
            .scanMode(mode)
            .listener(broken)
            .offsetStore(FileOffsetStore.in(directory), "sync")
            .build()) {
      StudentTable.take(reader, 1);
      reader.commit();
      assertThat(reader.committed()).contains(reader.position());
    }
  }

  @Test
  void waitingIsToldWithCodeAndReason() {
    table.server().faults().onPlan().matching("ORDER BY").failWith(5101, "not visible");
    try (ChangelogReader reader = fromNow()) {
      StudentTable.take(reader, 2);
      assertThat(listener.events("waiting 5101")).hasSize(1);
      assertThat(reader.stats().retries()).isZero();
    }
  }

  @Test
  void aRetryIsToldAndCounted() {
    table.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(0);
    try (ChangelogReader reader = fromNow()) {
      StudentTable.take(reader, 2);
      assertThat(listener.events("retrying 1")).hasSize(1);
      assertThat(reader.stats().retries()).isEqualTo(1);
    }
  }

  @Test
  void aLostSessionIsCountedAsALogIn() {
    table.server().faults().onPlan().matching("ORDER BY").expireToken();
    try (ChangelogReader reader = fromNow()) {
      StudentTable.take(reader, 2);
      assertThat(listener.events("retrying 1")).hasSize(1);
      assertThat(reader.stats().scan().logIns()).isEqualTo(2);
    }
  }

  @Test
  void aFrontEndThatFailsIsTold() {
    try (StudentTable two = StudentTable.unique(server -> server.frontEnds(2))) {
      ScanMode mode = ScanMode.fromTimestamp(two.clock().instant());
      two.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      two.passSecond();
      List<String> addresses = two.server().httpAddresses();
      try (ChangelogReader reader =
          two.reader()
              .frontEnds("127.0.0.1:1," + addresses.get(1))
              .scanMode(mode)
              .listener(listener)
              .build()) {
        StudentTable.take(reader, 1);
        assertThat(listener.events("failedOver"))
            .containsExactly("failedOver 127.0.0.1:1 " + addresses.get(1));
        assertThat(reader.stats().reconnects()).isEqualTo(1);
      }
    }
  }

  @Test
  void commitsAreTold() {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
    table.passSecond();
    try (ChangelogReader reader =
        table
            .reader()
            .scanMode(mode)
            .listener(listener)
            .offsetStore(FileOffsetStore.in(directory), "sync")
            .build()) {
      assertThat(listener.events("committed")).hasSize(1);
      StudentTable.take(reader, 1);
      reader.commit();
      assertThat(listener.events("committed")).hasSize(2);
      assertThat(listener.events("committed").get(1)).isEqualTo("committed " + reader.position());
    }
  }

  @Test
  void littleHeadroomIsToldOnceAndAgainAfterItRecovered() {
    table.run("ALTER TABLE t SET (\"changelog.ttl_seconds\" = \"100\")");
    table.clock().advance(Duration.ofMinutes(10));
    try (ChangelogReader reader = fromNow()) {
      StudentTable.take(reader, 2);
      assertThat(listener.events("headroom")).isEmpty();
    }
    ScanMode late = ScanMode.fromTimestamp(table.clock().instant().minusSeconds(85));
    try (ChangelogReader reader = table.reader().scanMode(late).listener(listener).build()) {
      StudentTable.take(reader, 2);
      assertThat(listener.events("headroom")).containsExactly("headroom PT15S of PT1M40S");
      reader.poll(Duration.ofMillis(200)).close();
      table.clock().advance(Duration.ofSeconds(85));
      table.run("INSERT INTO t VALUES (3, 'N', 1)");
      table.passSecond();
      StudentTable.take(reader, 1);
      assertThat(listener.events("headroom")).hasSize(2);
    }
  }

  @Test
  void statisticsTellLagAndHeadroomByTheServersClock() {
    table.run("ALTER TABLE t SET (\"changelog.ttl_seconds\" = \"3600\")");
    try (ChangelogReader reader = fromNow()) {
      assertThat(reader.stats().rows()).isZero();
      StudentTable.take(reader, 2);
      assertThat(reader.stats().rows()).isEqualTo(2);
      assertThat(reader.stats().bytes()).isPositive();
      assertThat(reader.stats().lossGuard()).isTrue();
      assertThat(reader.stats().headroom())
          .hasValueSatisfying(
              left -> assertThat(left).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60)));
      reader.poll(Duration.ofMillis(50)).close(); // Past the end of the window.
      assertThat(reader.stats().windows()).isEqualTo(1);
      assertThat(reader.stats().lag())
          .hasValueSatisfying(lag -> assertThat(lag).isLessThan(Duration.ofSeconds(20)));
      assertThat(reader.stats().gaps()).isZero();
    }
  }

  /** A store of points in time, as the Doris table is one. */
  private static final class PlainStore extends WrappedMemoryStore {
    @Override
    public boolean keepsWholePosition() {
      return false;
    }
  }

  @Test
  void aFoldThatMayRepeatIsTold() {
    PlainStore store = new PlainStore();
    TableId id = TableId.parse(StudentTable.NAME);
    store.save("sync", id, Position.startingAt(table.clock().instant(), id), Optional.empty());
    for (IncrementType type : List.of(IncrementType.DETAIL, IncrementType.MIN_DELTA)) {
      table
          .reader()
          .incrementType(type)
          .scanMode(ScanMode.latest())
          .listener(listener)
          .offsetStore(store, "sync")
          .build()
          .close();
    }
    assertThat(listener.events("mayRepeatFold")).hasSize(1);
    assertThat(listener.events("historyUnverified")).hasSize(2);
  }

  @Test
  void aServerErrorIsNoRetry() {
    table
        .server()
        .faults()
        .onFetch()
        .matching("ORDER BY")
        .failWith(FlightStatusCode.INTERNAL, "detailMessage = out of luck");
    try (ChangelogReader reader = fromNow()) {
      assertThat(org.assertj.core.api.Assertions.catchThrowable(reader::next)).isNotNull();
      assertThat(listener.events("retrying")).isEmpty();
    }
  }
}
