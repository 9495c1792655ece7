package io.dorischangelog.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another Java process of this program. */
final class ChildJvm {

  /**
   * For what is measured. The heap is of one size, so that no way to read pays for its growth. Code
   * that was compiled is kept: the ways take turns, and the JVM would drop the code of those that
   * have not run for a second and compile it again in the next turn, in the time that is measured;
   * a program that reads all the time keeps its code.
   */
  static final List<String> MEASURED = List.of("-Xms1g", "-Xmx1g", "-XX:-UseCodeCacheFlushing");

  /** For the server. */
  static final List<String> SERVER = List.of("-Xmx1g");

  private ChildJvm() {}

  /**
   * A process to be started.
   *
   * @param flags of the JVM
   * @param arguments of {@link Benchmarks}
   */
  static ProcessBuilder of(List<String> flags, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Benchmarks.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
