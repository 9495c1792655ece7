package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class ResumeAfterRestartTest {

  @Test
  void theSecondReaderBeginsAtTheRowThatWasNotCommitted() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(ResumeAfterRestart.run(new PrintStream(bytes, true, StandardCharsets.UTF_8)))
        .containsExactly(3, 4);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("+I")))
        .hasSize(5);
  }
}
