package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars for {@code lib/}: what is in them, and what Flink finds in them. */
class PackagedJarsIT {
  private static final Path ALL = PackagedJars.of("all");
  private static final Path BESIDE_OFFICIAL = PackagedJars.of("beside-official");
  private static final String FACTORIES =
      "META-INF/services/org.apache.flink.table.factories.Factory";

  private @TempDir Path directory;

  @Test
  void everyClassInsideHasANameOfThisProject() throws IOException {
    try (JarFile jar = new JarFile(ALL.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName).filter(name -> !name.endsWith("/")))
          .allMatch(
              name ->
                  name.endsWith(".class")
                      ? name.startsWith("io/dorischangelog/")
                      : name.startsWith("META-INF/") || name.startsWith("io/dorischangelog/"))
          .anyMatch(name -> name.startsWith("io/dorischangelog/client/"))
          .anyMatch(name -> name.startsWith("io/dorischangelog/shaded/org/apache/arrow/"))
          .noneMatch(
              name -> name.contains("mysql") && !name.startsWith("io/dorischangelog/client"));
    }
  }

  @Test
  void servicesNameOnlyClassesInside() throws IOException {
    try (JarFile jar = new JarFile(ALL.toFile())) {
      List<String> services =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
              .toList();
      assertThat(services)
          .contains(
              FACTORIES, "META-INF/services/io.dorischangelog.shaded.io.grpc.NameResolverProvider")
          .allMatch(
              name ->
                  name.equals(FACTORIES)
                      || name.startsWith("META-INF/services/io.dorischangelog.shaded."));
      for (String service : services) {
        assertThat(text(jar, service).lines())
            .as(service)
            .isNotEmpty()
            .allMatch(type -> jar.getEntry(type.replace('.', '/') + ".class") != null);
      }
      assertThat(text(jar, FACTORIES).lines())
          .containsExactlyInAnyOrder(
              DorisTableFactory.class.getName(), DorisChangelogTableFactory.class.getName());
    }
  }

  @Test
  void licencesAndNoticesAreInside() throws IOException {
    try (JarFile jar = new JarFile(ALL.toFile())) {
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/NOTICE"))
          .contains("Doris changelog client", "Arrow Vectors", "The Netty Project", "Jackson");
      assertThat(text(jar, "META-INF/license/LICENSE.protobuf.txt")).contains("Google Inc.");
      assertThat(text(jar, "META-INF/license/LICENSE.boringssl.txt")).isNotEmpty();
    }
  }

  @Test
  void theJarBesideTheOfficialOneDiffersInTheNamesOnly() throws IOException {
    Map<String, Long> all = checksums(ALL);
    Map<String, Long> beside = checksums(BESIDE_OFFICIAL);
    all.remove(FACTORIES);
    assertThat(beside.remove(FACTORIES)).isNotNull();
    assertThat(beside).isEqualTo(all);
    try (JarFile jar = new JarFile(BESIDE_OFFICIAL.toFile())) {
      assertThat(text(jar, FACTORIES).strip())
          .isEqualTo(DorisChangelogTableFactory.class.getName());
    }
  }

  @Test
  void bothNamesAreOurs() throws Exception {
    assertThat(connectors(ALL))
        .containsExactly("doris: DorisTableFactory", "doris-changelog: DorisChangelogTableFactory");
  }

  @Test
  void theOfficialConnectorKeepsItsNameBesideOurs() throws Exception {
    assertThat(connectors(BESIDE_OFFICIAL, other()))
        .containsExactly("doris: OtherDorisFactory", "doris-changelog: DorisChangelogTableFactory");
  }

  @Test
  void withTheOtherJarTheNameOfBothIsAmbiguous() throws Exception {
    assertThat(connectors(ALL, other()))
        .satisfiesExactly(
            doris ->
                assertThat(doris)
                    .contains("Multiple factories for identifier 'doris'")
                    .contains(OtherDorisFactory.class.getName()),
            ours -> assertThat(ours).isEqualTo("doris-changelog: DorisChangelogTableFactory"));
  }

  private List<String> connectors(Path... jars) throws Exception {
    return FlinkJvm.run(
        directory, List.of(jars), PrintConnectors.class, "doris", "doris-changelog");
  }

  @Test
  void nothingIsNeededFromOutsideAndNativeTlsIsFound() throws Exception {
    assertThat(
            FlinkJvm.run(
                directory,
                List.of(ALL),
                PrintLoaded.class,
                "org.apache.arrow.memory.BufferAllocator",
                "io.grpc.Channel",
                "io.netty.channel.Channel",
                "com.google.protobuf.Message",
                "com.google.common.collect.ImmutableList",
                "com.fasterxml.jackson.databind.ObjectMapper",
                "dev.failsafe.Failsafe"))
        .containsExactly("native TLS " + PrintLoaded.hasNativeTls(""));
  }

  /** A jar with one connector that has the official one's name. */
  private Path other() throws IOException {
    Path jar = directory.resolve("other.jar");
    String type = OtherDorisFactory.class.getName();
    String file = type.replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        InputStream code = OtherDorisFactory.class.getResourceAsStream("/" + file)) {
      entries.putNextEntry(new JarEntry(file));
      Objects.requireNonNull(code, file).transferTo(entries);
      entries.putNextEntry(new JarEntry(FACTORIES));
      entries.write(type.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static Map<String, Long> checksums(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream().collect(Collectors.toMap(JarEntry::getName, JarEntry::getCrc));
    }
  }

  private static String text(JarFile jar, String entry) throws IOException {
    assertThat(jar.getEntry(entry)).as(entry).isNotNull();
    try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
