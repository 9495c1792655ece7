package io.dorischangelog.client.proof;

import io.dorischangelog.client.Change;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the consumers of one proof did, line by line, as they did it. Each line is one write, so a
 * killed consumer leaves whole lines, but for the last.
 */
final class ConsumerLog implements AutoCloseable {

  /** One line. */
  sealed interface Entry {}

  /** A consumer started. */
  record Start() implements Entry {}

  /**
   * A row was applied.
   *
   * @param commitMillis when it was committed; -1 in a snapshot
   * @param windowEndMillis the end of its open window; -1 if its position is not inside one
   */
  record Applied(Effect effect, long commitMillis, long windowEndMillis, long nextStartMillis)
      implements Entry {
    boolean isSnapshot() {
      return effect.sign().equals("+S");
    }
  }

  /** All rows above are about to be committed. */
  record Committing() implements Entry {}

  /** The commit returned; a new reader would begin not before this time (-1: unknown). */
  record Committed(long nextStartMillis) implements Entry {}

  private static final String END = ";";

  private final FileOutputStream out;

  private ConsumerLog(FileOutputStream out) {
    this.out = out;
  }

  /** Goes on behind what earlier consumers wrote. */
  static ConsumerLog append(Path file) throws IOException {
    ConsumerLog log = new ConsumerLog(new FileOutputStream(file.toFile(), true));
    log.write("\nstart");
    return log;
  }

  void applied(Change change) throws IOException {
    Effect effect = Effect.of(change);
    write(
        "row %s %d %d %d %d %d"
            .formatted(
                effect.sign(),
                effect.id(),
                effect.version(),
                millis(change.commitTime().orElse(null)),
                millis(change.position().openWindow().map(window -> window.end()).orElse(null)),
                change.position().nextStart().toEpochMilli()));
  }

  void committing() throws IOException {
    write("committing");
  }

  void committed(Instant nextStart) throws IOException {
    write("committed " + millis(nextStart));
  }

  private static long millis(Instant time) {
    return time == null ? -1 : time.toEpochMilli();
  }

  private void write(String line) throws IOException {
    out.write((line + END + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** All whole lines. */
  static List<Entry> read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.endsWith(END)) {
        entries.add(entry(line.substring(0, line.length() - END.length()).split(" ")));
      }
    }
    return entries;
  }

  private static Entry entry(String[] words) {
    return switch (words[0]) {
      case "start" -> new Start();
      case "committing" -> new Committing();
      case "committed" -> new Committed(Long.parseLong(words[1]));
      case "row" ->
          new Applied(
              new Effect(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3])),
              Long.parseLong(words[4]),
              Long.parseLong(words[5]),
              Long.parseLong(words[6]));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }
}
