package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class QuickstartTest {

  @Test
  void itPrintsEveryKindOfChangeAndEndsWithTheCounts() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean ok = Quickstart.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(ok).as(lines.toString()).isTrue();
    assertThat(lines)
        .filteredOn(line -> line.matches(" +[+-][SIUD] .*"))
        .extracting(line -> line.trim().substring(0, 2))
        .containsExactly("+S", "+I", "-U", "+U", "-D", "+I", "+I");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("quickstart ok: snapshot=1 changes=4 resumed=2");
  }
}
