package io.dorischangelog.client.functional;

import io.dorischangelog.client.ChangelogReader;

/** The program in the small JVM of {@link SmallMemoryTest}: reads every change and counts them. */
final class SmallMemoryReader {
  private SmallMemoryReader() {}

  /**
   * The program.
   *
   * @param args front end, first second and end of the read, since 1970
   */
  public static void main(String[] args) {
    long rows = 0;
    try (ChangelogReader reader =
        GeneratedTable.reader(args[0], Long.parseLong(args[1]), Long.parseLong(args[2])).build()) {
      while (reader.hasNext()) {
        reader.next();
        rows++;
      }
    }
    System.out.println("rows " + rows);
  }
}
