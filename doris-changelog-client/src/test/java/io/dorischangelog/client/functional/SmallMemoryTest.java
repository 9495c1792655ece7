package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A stream larger than the heap and than the memory for its batches. */
class SmallMemoryTest {
  private static final int ROWS = 1_000_000;
  private static final int BYTES_PER_ROW = 90;
  private static final int HEAP_MIB = 40;
  private static final int DIRECT_MIB = 48;

  @Test
  void aStreamLargerThanHeapAndArrowMemoryIsRead() throws IOException, InterruptedException {
    assertThat((long) ROWS * BYTES_PER_ROW).isGreaterThan((long) (HEAP_MIB + 8) << 20);
    try (GeneratedTable table = new GeneratedTable(ROWS)) {
      Process reader =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--add-opens=java.base/java.nio=ALL-UNNAMED",
                  "-Xmx" + HEAP_MIB + "m",
                  "-Dio.netty.maxDirectMemory=" + ((long) DIRECT_MIB << 20),
                  "-cp",
                  System.getProperty("java.class.path"),
                  SmallMemoryReader.class.getName(),
                  table.server().httpAddress(),
                  Long.toString(table.startSecond()),
                  Long.toString(table.endSecond()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(reader.waitFor()).isZero();
      assertThat(said.strip()).isEqualTo("rows " + ROWS);
    }
  }
}
