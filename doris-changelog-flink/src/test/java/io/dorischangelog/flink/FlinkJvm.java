package io.dorischangelog.flink;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM with Flink and chosen jars, as if those lay in {@code lib/}: nothing that this build has on
 * its class path for the connector is on that JVM's.
 */
final class FlinkJvm {
  private static final int PATIENCE_SECONDS = 300;
  private static final String RESULT = "> ";

  /** What the connector needs beside Flink; jars for lib/ bring it themselves. */
  private static final List<String> OF_THE_CONNECTOR =
      List.of(
          "io/dorischangelog/",
          "org/apache/arrow/",
          "org/apache/commons/codec/",
          "io/grpc/",
          "io/netty/",
          "com/google/",
          "com/fasterxml/",
          "dev/failsafe/");

  private FlinkJvm() {}

  /** For the program: a line of its result. */
  @SuppressWarnings("SystemOut") // How a program tells.
  static void report(String line) {
    System.out.println(RESULT + line);
  }

  /**
   * The lines that a program reports.
   *
   * @param directory for a file with all that it prints
   */
  static List<String> run(Path directory, List<Path> jars, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    Path printed = Files.createTempFile(directory, program.getSimpleName(), ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Xmx1g",
                "-cp",
                classPath(jars),
                program.getName()));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String output = Files.readString(printed);
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(program.getSimpleName() + " failed: " + output);
    }
    return output
        .lines()
        .filter(line -> line.startsWith(RESULT))
        .map(line -> line.substring(RESULT.length()))
        .toList();
  }

  private static String classPath(List<Path> jars) throws IOException {
    List<String> entries = new ArrayList<>();
    jars.forEach(jar -> entries.add(jar.toString()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar") ? !isOfTheConnector(entry) : holdsTests(entry)) {
        entries.add(entry);
      }
    }
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isOfTheConnector(String jar) throws IOException {
    try (JarFile file = new JarFile(jar);
        Stream<String> names = file.stream().map(entry -> entry.getName())) {
      return names.anyMatch(name -> OF_THE_CONNECTOR.stream().anyMatch(name::startsWith));
    }
  }

  private static boolean holdsTests(String directory) {
    return Files.exists(Path.of(directory, FlinkJvm.class.getName().replace('.', '/') + ".class"));
  }
}
