package io.dorischangelog.client.proof;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.testserver.DorisTestServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/**
 * {@link ProofConsumer} packed into jars with an archive of its loaded classes, because a proof
 * starts it hundreds of times and each start is half as long so. (The JVM archives classes from
 * jars only.)
 */
final class ConsumerProgram {
  private final List<String> java;

  private ConsumerProgram(List<String> java) {
    this.java = java;
  }

  /** Packs the program into a directory, and runs it once to see which classes it loads. */
  static ConsumerProgram prepare(Path directory) throws IOException, InterruptedException {
    Path archive = directory.resolve("classes.jsa");
    String classPath = jars(directory);
    ConsumerProgram plain =
        new ConsumerProgram(java("-XX:ArchiveClassesAtExit=" + archive, classPath));
    try (DorisTestServer server = DorisTestServer.start()) {
      SourceWriter writer = new SourceWriter(server, 0);
      writer.createTable();
      writer.stop();
      writer.call();
      String offsets = Files.createDirectory(directory.resolve("first")).toString();
      Path log = directory.resolve("first.log");
      try (ConsumerProcess first =
          plain.start(
              server.httpAddress(),
              DurableStore.FILE,
              offsets,
              IncrementType.DETAIL,
              log,
              CommitRhythm.OFTEN)) {
        first.awaitEnd(writer.effects().size());
      }
    }
    return new ConsumerProgram(java("-XX:SharedArchiveFile=" + archive, classPath));
  }

  private static List<String> java(String archive, String classPath) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        archive,
        "-Xlog:disable",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx512m",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-cp",
        classPath,
        ProofConsumer.class.getName());
  }

  private static String jars(Path directory) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(Files::exists)
        .map(entry -> Files.isDirectory(entry) ? jar(entry, directory) : entry)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path jar(Path classes, Path directory) {
    Path jar = directory.resolve(classes.toString().replace(File.separatorChar, '_') + ".jar");
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    if (tool.run(System.out, System.err, "cf", jar.toString(), "-C", classes.toString(), ".")
        != 0) {
      throw new IllegalStateException("could not pack " + classes);
    }
    return jar;
  }

  /**
   * Starts a consumer.
   *
   * @param address of the store
   */
  ConsumerProcess start(
      String frontEnd,
      DurableStore store,
      String address,
      IncrementType type,
      Path log,
      CommitRhythm rhythm)
      throws IOException {
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of(frontEnd, store.name(), address, type.name(), log.toString()));
    command.add(rhythm.name());
    return new ConsumerProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }
}
