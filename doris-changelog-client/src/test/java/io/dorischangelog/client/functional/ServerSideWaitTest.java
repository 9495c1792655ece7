package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.OpenTransaction;
import io.dorischangelog.testserver.Protocol;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reads wait for transactions that may still be committed into their window. */
@ExtendWith(LeakCheck.class)
class ServerSideWaitTest {

  private static boolean isAsked(StudentTable table, String part) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .anyMatch(sql -> sql.contains(part));
  }

  private static String nextAfterCommit(StudentTable table, ScanMode mode, String asked)
      throws Exception {
    OpenTransaction running = table.server().openTransaction(StudentTable.NAME);
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    try (ChangelogReader reader =
        table.reader().scanMode(mode).changelogColumnPrefix("__DORIS_CHANGELOG_").build()) {
      FutureTask<String> next = new FutureTask<>(() -> reader.next().toString());
      Thread thread = new Thread(next, "reading");
      thread.start();
      while (!isAsked(table, asked)) {
        Thread.onSpinWait();
      }
      assertThat(next.isDone()).isFalse();
      running.commit();
      String change = next.get(30, TimeUnit.SECONDS);
      thread.join();
      return change;
    }
  }

  @Test
  void aWindowWaitsForARunningTransaction() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      assertThat(nextAfterCommit(table, mode, "ORDER BY")).isEqualTo("+I {id=1, name=N, age=1}");
    }
  }

  @Test
  void aSnapshotWaitsAtItsFence() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      String change = nextAfterCommit(table, ScanMode.initial(), "LIMIT 1");
      assertThat(change).isEqualTo("+S {id=1, name=N, age=1}");
      assertThat(isAsked(table, "FOR VERSION AS OF")).isTrue();
    }
  }
}
