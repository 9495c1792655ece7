package io.dorischangelog.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class DorisTestServerMainTest {
  private static final String[] FREE_PORTS = {
    "--http-port", "0", "--mysql-port", "0", "--flight-port", "0", "--back-end-flight-port", "0"
  };

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) throws InterruptedException {
    CountDownLatch stopAtOnce = new CountDownLatch(0);
    return DorisTestServerMain.run(
        args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), stopAtOnce);
  }

  @Test
  void addressesAndAReadyLineArePrinted() throws Exception {
    assertThat(run(FREE_PORTS)).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("http +127\\.0\\.0\\.1:\\d+")
        .containsPattern("mysql +jdbc:mysql://127\\.0\\.0\\.1:\\d+/")
        .containsPattern("flight sql +127\\.0\\.0\\.1:\\d+")
        .containsPattern("back end +127\\.0\\.0\\.1:\\d+")
        .containsPattern("(?m)^ready");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void wrongOptionsAreExplained() throws Exception {
    assertThat(run("--port", "1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Unknown option --port").contains("--http-port N");
  }

  @Test
  void everyOptionIsChecked() {
    for (String[] args :
        List.of(
            new String[] {"--http-port"},
            new String[] {"--http-port", "x"},
            new String[] {"--mysql-port", "70000"},
            new String[] {"--front-ends", "0"},
            new String[] {"--deployment", "moon"},
            new String[] {"--tls-key", "server.key"},
            new String[] {"--wire-form", "odd"},
            new String[] {"--flight-sessions", "many"},
            new String[] {"--time-zone", "Nowhere/City"})) {
      assertThatThrownBy(() -> MainOptions.parse(args))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(args[0].substring(2, 6));
    }
  }

  @Test
  void tlsSessionsAndWireFormCanBeSet() throws Exception {
    TestCertificates files = TestCertificates.create(directory);
    List<String> args = new ArrayList<>(List.of(FREE_PORTS));
    args.addAll(List.of("--tls-certificate", files.serverCertificate().toString()));
    args.addAll(List.of("--tls-key", files.serverKey().toString()));
    args.addAll(List.of("--flight-sessions", "2", "--wire-form", "old"));
    try (DorisTestServer server = MainOptions.parse(args.toArray(new String[0])).builder().start();
        Connection connection =
            DriverManager.getConnection(server.jdbcUrl() + "?sslMode=REQUIRED", "root", "")) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void aMissingScriptEndsTheProgram() throws Exception {
    String[] args = java.util.Arrays.copyOf(FREE_PORTS, FREE_PORTS.length + 2);
    args[args.length - 2] = "--script";
    args[args.length - 1] = "/no/such/file.sql";
    assertThat(run(args)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("/no/such/file.sql");
  }

  private static Process startProgram(Path script) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                DorisTestServerMain.class.getName(),
                "--script",
                script.toString()));
    command.addAll(List.of(FREE_PORTS));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** The address in the line of a name, read from the lines before the ready line. */
  private static String untilReady(BufferedReader lines, String name) throws IOException {
    String found = "";
    String line = lines.readLine();
    while (line != null && !line.startsWith("ready")) {
      if (line.startsWith(name)) {
        found = line.substring(name.length()).strip();
      }
      line = lines.readLine();
    }
    assertThat(line).as("the ready line").isNotNull();
    return found;
  }

  /** SIGTERM by the JVM itself, SIGINT as Ctrl-C sends it. */
  @ParameterizedTest
  @ValueSource(strings = {"-TERM", "-INT"})
  @EnabledOnOs({OS.LINUX, OS.MAC})
  @Timeout(120)
  void aProgramRunsItsScriptAndStopsOnASignal(String signal) throws Exception {
    Path script = directory.resolve("setup.sql");
    Files.writeString(
        script,
        """
        -- what the consumer needs
        CREATE DATABASE db;
        CREATE TABLE db.t (id INT, name STRING) DUPLICATE KEY(id)
          DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1');
        INSERT INTO db.t VALUES (1, 'a;b');
        """);
    Process program = startProgram(script);
    try (BufferedReader lines = program.inputReader(UTF_8)) {
      String url = untilReady(lines, "mysql");
      try (Connection connection = DriverManager.getConnection(url, "root", "");
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT name FROM db.t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("a;b");
      }
      Process kill = new ProcessBuilder("kill", signal, Long.toString(program.pid())).start();
      assertThat(kill.waitFor()).isZero();
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lines.readLine()).isNull();
    } finally {
      program.destroyForcibly();
    }
  }
}
