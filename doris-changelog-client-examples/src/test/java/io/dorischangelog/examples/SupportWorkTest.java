package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupportWorkTest {

  @Test
  void listsSetsBackAndForgets(@TempDir Path directory) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    SupportWork.run(directory, new PrintStream(printed, true, StandardCharsets.UTF_8));

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "nightly goes on at 2026-10-01T10:00:00Z",
            "that is all",
            "nightly goes on at 2026-10-01T09:00:00Z",
            "that is all",
            "that is all");
  }
}
