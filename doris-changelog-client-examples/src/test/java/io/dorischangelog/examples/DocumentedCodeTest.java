package io.dorischangelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the documents is a piece of code that compiles; blanks do not count. */
class DocumentedCodeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)\\n```");

  record Block(String document, String code) {
    @Override
    public String toString() {
      return document + ": " + code.lines().findFirst().orElse("");
    }
  }

  static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path document : documents()) {
      BLOCK
          .matcher(Files.readString(document))
          .results()
          .map(
              (MatchResult found) ->
                  new Block(ROOT.relativize(document).toString(), found.group(1)))
          .forEach(blocks::add);
    }
    return blocks;
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> guides = Files.list(ROOT.resolve("src-docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), guides)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void isPartOfCompiledCode(Block block) throws IOException {
    String wanted = withoutBlanks(block.code());
    try (Stream<Path> modules = Files.list(ROOT)) {
      assertThat(modules.map(module -> module.resolve("src")).filter(Files::isDirectory))
          .as("a source file with this code:\n%s", block.code())
          .anyMatch(sources -> contains(sources, wanted));
    }
  }

  private static boolean contains(Path sources, String wanted) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .anyMatch(file -> withoutBlanks(read(file)).contains(wanted));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withoutBlanks(String text) {
    return text.replaceAll("\\s", "");
  }

  @Test
  void documentsHaveCode() throws IOException {
    assertThat(blocks()).extracting(Block::document).contains("README.md", "src-docs/guide.md");
  }
}
