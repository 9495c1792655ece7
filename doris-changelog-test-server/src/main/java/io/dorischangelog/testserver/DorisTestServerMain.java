package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.sql.SqlScript;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Runs a {@link DorisTestServer} as a program of its own, until it is stopped with Ctrl-C. It
 * prints its addresses and then a line that begins with {@code ready}; with {@code --help} its
 * options.
 */
public final class DorisTestServerMain {
  private DorisTestServerMain() {}

  /**
   * The program.
   *
   * @param args options, see {@code --help}
   */
  public static void main(String[] args) throws InterruptedException {
    if (args.length == 1 && args[0].equals("--help")) {
      System.out.print(MainOptions.USAGE);
      return;
    }
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stopAndWait(stop, stopped), "doris-stop"));
    int exitCode = run(args, System.out, System.err, stop);
    stopped.countDown();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  private static void stopAndWait(CountDownLatch stop, CountDownLatch stopped) {
    stop.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs a server until the latch opens.
   *
   * @return exit code: 0 after a stop, 2 if the options are wrong, 1 if the script fails
   */
  static int run(String[] args, PrintStream out, PrintStream err, CountDownLatch stop)
      throws InterruptedException {
    MainOptions options;
    try {
      options = MainOptions.parse(args);
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      err.print(MainOptions.USAGE);
      return 2;
    }
    try (DorisTestServer server = options.builder().start()) {
      if (options.script().isPresent()) {
        runScript(server, options.script().get());
      }
      announce(server, out);
      stop.await();
      return 0;
    } catch (StatementFailedException | IOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  private static void runScript(DorisTestServer server, Path script) throws IOException {
    for (String statement : SqlScript.split(Files.readString(script, StandardCharsets.UTF_8))) {
      server.execute(statement);
    }
  }

  private static void announce(DorisTestServer server, PrintStream out) {
    out.println("http         " + String.join(",", server.httpAddresses()));
    out.println("mysql        " + server.jdbcUrl());
    out.println("flight sql   127.0.0.1:" + server.flightPort());
    out.println("back end     127.0.0.1:" + server.backEndFlightPort());
    out.println("ready: log in as root without a password; Ctrl-C stops the server");
    out.flush();
  }
}
