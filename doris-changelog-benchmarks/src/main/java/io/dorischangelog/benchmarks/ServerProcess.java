package io.dorischangelog.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server in a JVM of its own, so that its CPU time and memory are not the client's. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final String[] ready;

  private ServerProcess(Process process, BufferedReader output, String[] ready) {
    this.process = process;
    this.output = output;
    this.ready = ready;
  }

  /**
   * Starts it with these tables and waits until it is ready.
   *
   * @throws IOException if it ends instead
   */
  static ServerProcess start(BenchmarkTable... tables) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("server"));
    for (BenchmarkTable table : tables) {
      arguments.add(table.argument());
    }
    Process process = ChildJvm.of(ChildJvm.SERVER, arguments).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    if (line == null || !line.startsWith(ServerMain.READY)) {
      process.destroy();
      throw new IOException("the server did not start; it said: " + line);
    }
    return new ServerProcess(process, output, line.split(" ", -1));
  }

  String httpAddress() {
    return ready[1];
  }

  int flightPort() {
    return Integer.parseInt(ready[2]);
  }

  /** The whole second before the first commit of a table, by its number among the arguments. */
  Instant firstSecond(int table) {
    return Instant.ofEpochSecond(Long.parseLong(ready[3 + 2 * table]));
  }

  /** The whole second behind the last commit. */
  Instant endSecond(int table) {
    return Instant.ofEpochSecond(Long.parseLong(ready[4 + 2 * table]));
  }

  @Override
  public void close() throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).close();
    output.close();
    boolean ended = false;
    try {
      ended = process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended) {
      process.destroyForcibly();
    }
  }
}
