package io.dorischangelog.client.issues;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Another process with a file store, which does what it is told line by line. */
final class OffsetProcess implements AutoCloseable {

  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  private OffsetProcess(Process process) {
    this.process = process;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  static OffsetProcess start(Path directory, String consumer, TableId table) throws IOException {
    return new OffsetProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OffsetProcess.class.getName(),
                directory.toString(),
                consumer,
                table.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** The position after a window that ended so many seconds after ten. */
  static Position at(int second, TableId table) {
    return Position.startingAt(TEN.plusSeconds(second), table);
  }

  long pid() {
    return process.pid();
  }

  /** Sends one command and waits for its answer. */
  String ask(String command) {
    send(command);
    return answer();
  }

  void send(String command) {
    try {
      commands.write(command + "\n");
      commands.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String answer() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a signal such as STOP, CONT or KILL. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + name + " failed");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** The other process: {@code load}, {@code save n} and {@code windows n}. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    TableId table = TableId.parse(args[2]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (OffsetStore store = FileOffsetStore.in(Path.of(args[0]))) {
      Session session = new Session(store, args[1], table);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(session.run(line.split(" ")));
      }
    }
  }

  private static final class Session {
    private final OffsetStore store;
    private final String consumer;
    private final TableId table;
    private Optional<Position> last = Optional.empty();

    Session(OffsetStore store, String consumer, TableId table) {
      this.store = store;
      this.consumer = consumer;
      this.table = table;
    }

    String run(String[] command) {
      try {
        switch (command[0]) {
          case "load" -> last = store.load(consumer, table);
          case "save" -> save(Integer.parseInt(command[1]));
          case "windows" -> {
            for (int i = 1; i <= Integer.parseInt(command[1]); i++) {
              save(i);
            }
          }
          default -> throw new IllegalArgumentException(command[0]);
        }
        return "ok " + last.map(Position::nextStart).map(Instant::toString).orElse("none");
      } catch (OffsetStoreException e) {
        return e.reason() + " " + e.getMessage();
      }
    }

    private void save(int second) {
      Position next = at(second, table);
      store.save(consumer, table, next, last);
      last = Optional.of(next);
    }
  }
}
