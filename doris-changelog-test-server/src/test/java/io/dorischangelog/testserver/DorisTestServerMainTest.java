package io.dorischangelog.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class DorisTestServerMainTest {
  private static final String[] FREE_PORTS = {
    "--http-port", "0", "--mysql-port", "0", "--flight-port", "0", "--back-end-flight-port", "0"
  };

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
            new String[] {"--time-zone", "Nowhere/City"})) {
      assertThatThrownBy(() -> MainOptions.parse(args))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(args[0].substring(2, 6));
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
}
