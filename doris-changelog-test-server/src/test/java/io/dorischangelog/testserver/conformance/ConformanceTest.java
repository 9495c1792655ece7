package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.ChangelogNames;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays every recorded case against a server: by default the stand-in, in both spellings of the
 * feature; {@code -Dconformance.dir} takes the cases from another folder and {@code
 * -Dconformance.server} plays them against a real Doris. See src-docs/conformance.md.
 */
final class ConformanceTest {
  private static List<Target> targets = List.of();
  private static int passed;
  private static int failed;
  private static int skipped;

  @BeforeAll
  static void start() {
    Optional<String> server = Optional.ofNullable(System.getProperty("conformance.server"));
    targets =
        server.isPresent()
            ? List.of(RealTarget.at(server.get(), loginFromEnvironment()))
            : List.of(
                StandInTarget.start(ChangelogNames.BINLOG),
                StandInTarget.start(ChangelogNames.CHANGELOG));
  }

  private static Login loginFromEnvironment() {
    return new Login(
        Objects.requireNonNullElse(System.getenv("DORIS_USER"), "root"),
        Objects.requireNonNullElse(System.getenv("DORIS_PASSWORD"), ""));
  }

  @AfterAll
  static void printTally() {
    targets.forEach(Target::close);
    System.out.println(
        "\nconformance: " + passed + " passed, " + failed + " failed, " + skipped + " skipped");
  }

  @TestFactory
  Stream<DynamicTest> cases() throws IOException, URISyntaxException {
    Path folder = folder();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    assertThat(files).as("cases in " + folder).isNotEmpty();
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(folder.relativize(file).toString(), () -> play(file)));
  }

  private static Path folder() throws URISyntaxException {
    String given = System.getProperty("conformance.dir", "");
    return given.isEmpty()
        ? Path.of(Objects.requireNonNull(ConformanceTest.class.getResource("/conformance")).toURI())
        : Path.of(given);
  }

  private static void play(Path file) {
    Outcome outcome = new Outcome();
    try {
      ConformanceCase testCase = CaseReader.read(file);
      targets.forEach(target -> play(testCase, target, outcome));
    } catch (CannotExpress e) {
      outcome.skip(e.getMessage());
    } catch (IOException | RuntimeException e) {
      outcome.fail("cannot be played: " + e);
    }
    judge(file, outcome);
  }

  private static void play(ConformanceCase testCase, Target target, Outcome outcome) {
    Outcome played = CaseRun.play(testCase, target);
    played.failures().forEach(text -> outcome.fail(target.name() + ": " + text));
    played.skips().forEach(text -> outcome.skip(target.name() + ": " + text));
  }

  private static void judge(Path file, Outcome outcome) {
    outcome.failures().forEach(text -> print(file, "FAILED", text));
    outcome.skips().forEach(text -> print(file, "skipped", text));
    if (!outcome.failures().isEmpty()) {
      failed++;
      throw new AssertionError(String.join("\n", outcome.failures()));
    } else if (!outcome.skips().isEmpty()) {
      skipped++;
      Assumptions.abort(String.join("; ", outcome.skips()));
    } else {
      passed++;
    }
  }

  private static void print(Path file, String verdict, String text) {
    System.out.println("conformance " + verdict + " " + file.getFileName() + ": " + text);
  }
}
