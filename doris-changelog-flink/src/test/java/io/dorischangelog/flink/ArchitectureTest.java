package io.dorischangelog.flink;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The connector is thin: it adds no protocol, no SQL and no threads of its own. */
class ArchitectureTest {
  private static final Pattern SQL =
      Pattern.compile("(SELECT|INSERT INTO|SHOW|SET|ALTER) [A-Za-z`@*]|@incr|__DORIS_");
  private static final Pattern NO_CODE = Pattern.compile("|(//|\\*|/\\*|import |package ).*");
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(
              DorisChangelogSource.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void onlyPublicPackagesOfTheClientAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "io.dorischangelog.client.internal..",
                "io.dorischangelog.testserver..",
                "dev.failsafe.."))
        .check(CLASSES);
  }

  @Test
  void rowsAreTakenFromCursorsNotFromArrow() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.apache.arrow..", "io.grpc..", "java.sql..", "java.net.http.."))
        .check(CLASSES);
  }

  @Test
  void noThreadIsStartedOrPutToSleep() {
    noClasses().should().dependOnClassesThat().areAssignableTo(Thread.class).check(CLASSES);
  }

  @Test
  void noStatementIsWrittenHere() throws IOException {
    for (JavaClass type : CLASSES) {
      assertThat(SQL.matcher(constants(type)).find()).as(type.getName()).isFalse();
    }
  }

  @Test
  void theConnectorStaysSmall() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources).isNotEmpty();
      assertThat(sources.stream().mapToLong(ArchitectureTest::linesOfCode).sum())
          .isLessThanOrEqualTo(2_000);
    }
  }

  private static long linesOfCode(Path source) {
    try (Stream<String> lines = Files.lines(source)) {
      return lines.map(String::trim).filter(line -> !NO_CODE.matcher(line).matches()).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String constants(JavaClass type) throws IOException {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = DorisChangelogSource.class.getResourceAsStream(file)) {
      assertThat(in).as(file).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
