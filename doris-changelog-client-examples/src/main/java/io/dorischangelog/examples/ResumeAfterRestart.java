package io.dorischangelog.examples;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.offset.FileOffsetStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A reader that stops in the middle of a transaction, with one row read but not committed. The next
 * reader begins at that row: what was committed does not come again, what was not does.
 */
public final class ResumeAfterRestart {
  private ResumeAfterRestart() {}

  /** Runs the program on the embedded stand-in. */
  public static void main(String[] args) throws IOException {
    run(System.out);
  }

  /** Runs it; returns the accounts the second reader saw. */
  static List<Integer> run(PrintStream out) throws IOException {
    Path offsets = Files.createTempDirectory("resume-offsets");
    try (ExampleTable doris = new ExampleTable()) {
      ChangeTable table = new ChangeTable(out);
      try (ChangelogReader reader = open(doris, offsets)) {
        doris.run("INSERT INTO bank.account VALUES (1, 'Ann', 10), (2, 'Ben', 20), (3, 'Cat', 30)");
        table.title("First reader: three rows of one transaction; two are committed");
        table.print(reader.next());
        table.print(reader.next());
        reader.commit();
        table.print(reader.next());
        out.println("  ... and it stops before it commits the third.");
      }
      doris.run("INSERT INTO bank.account VALUES (4, 'Dan', 40)");
      try (ChangelogReader reader = open(doris, offsets)) {
        table.title("Second reader: begins at the row that was not committed");
        List<Integer> seen = List.of(take(reader, table), take(reader, table));
        out.println();
        out.println("Kept in " + offsets + ": " + reader.committed().orElseThrow());
        return seen;
      }
    } finally {
      delete(offsets);
    }
  }

  private static int take(ChangelogReader reader, ChangeTable table) {
    Change change = reader.next();
    table.print(change);
    reader.commit();
    return change.row().getInt("id");
  }

  private static ChangelogReader open(ExampleTable doris, Path offsets) {
    return doris
        .reader(ScanMode.latest())
        .offsetStore(FileOffsetStore.in(offsets), "resume-example")
        .build();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
