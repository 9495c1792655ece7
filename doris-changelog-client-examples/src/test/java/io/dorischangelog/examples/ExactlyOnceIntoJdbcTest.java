package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class ExactlyOnceIntoJdbcTest {

  @Test
  void aChangeThatIsReadTwiceHasItsEffectOnce() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(ExactlyOnceIntoJdbc.run(new PrintStream(bytes, true, StandardCharsets.UTF_8)))
        .isEqualTo(60);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("id=3")))
        .hasSize(2);
  }
}
