package io.dorischangelog.flink;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The connector's jars as the build leaves them, beside each other. */
final class PackagedJars {
  private static final String JAR = ".jar";

  private PackagedJars() {}

  /** The jar for {@code lib/} with a classifier. */
  static Path of(String classifier) {
    String main = main();
    Path jar = Path.of(main.substring(0, main.length() - JAR.length()) + "-" + classifier + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new AssertionError("not packaged: " + jar);
    }
    return jar;
  }

  private static String main() {
    try {
      Path location =
          Path.of(
              DorisChangelogSource.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      if (!location.toString().endsWith(JAR)) {
        throw new AssertionError("no jar but " + location + ": run this with mvn verify");
      }
      return location.toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
