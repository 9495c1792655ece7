package io.dorischangelog.client.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page about errors has a row for every type. */
class ErrorsPageTest {

  static List<String> types() {
    return List.of(ChangelogException.class.getPermittedSubclasses()).stream()
        .map(Class::getSimpleName)
        .toList();
  }

  private static Path page() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path page = at.resolve("src-docs").resolve("errors.md");
      if (Files.exists(page)) {
        return page;
      }
    }
    throw new IllegalStateException("src-docs/errors.md is in no folder above this one");
  }

  @ParameterizedTest
  @MethodSource("types")
  void itNamesCauseAndRemedy(String type) throws IOException {
    List<String> rows =
        Files.readAllLines(page()).stream()
            .filter(line -> line.startsWith("| `" + type + "` |"))
            .toList();
    assertThat(rows).hasSize(1);
    String[] cells = rows.get(0).split("(?<!\\\\)\\|", -1);
    assertThat(cells).hasSize(6);
    assertThat(cells[2].trim()).matches("yes|no|see `reason\\(\\)`");
    assertThat(cells[3].trim()).isNotEmpty();
    assertThat(cells[4].trim()).isNotEmpty();
  }
}
