package io.dorischangelog.examples;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What an operator does with positions while no reader runs: list the consumers of a table, look at
 * a position, set it back, and forget it. The same calls work with every store.
 */
public final class SupportWork {
  private static final TableId TABLE = TableId.parse("bank.account");

  private SupportWork() {}

  /** Runs the program on a directory that it makes and leaves. */
  public static void main(String[] args) throws IOException {
    run(Files.createTempDirectory("support-offsets"), System.out);
  }

  /** Runs it in a directory. */
  static void run(Path directory, PrintStream out) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      Position reached = Position.startingAt(Instant.parse("2026-10-01T10:00:00Z"), TABLE);
      store.save("nightly", TABLE, reached, Optional.empty());
    }
    list(directory, out);
    setBack(directory, "nightly", Instant.parse("2026-10-01T09:00:00Z"));
    list(directory, out);
    forget(directory, "nightly");
    list(directory, out);
  }

  private static void list(Path directory, PrintStream out) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      for (String consumer : store.consumers(TABLE)) {
        Position position = store.load(consumer, TABLE).orElseThrow();
        out.println(consumer + " goes on at " + position.nextStart());
      }
      out.println("that is all");
    }
  }

  private static void setBack(Path directory, String consumer, Instant start) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      Optional<Position> before = store.load(consumer, TABLE);
      store.save(consumer, TABLE, Position.startingAt(start, TABLE), before);
    }
  }

  private static void forget(Path directory, String consumer) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.remove(consumer, TABLE);
    }
  }
}
