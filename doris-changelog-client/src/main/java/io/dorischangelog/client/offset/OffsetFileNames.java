package io.dorischangelog.client.offset;

import io.dorischangelog.client.TableId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The files of one consumer and table. Names begin with what a person recognises and end with a
 * hash, because consumer and table may hold any character, differ in case only, and be longer than
 * a file name can be.
 *
 * @param main the position
 * @param previous the generation before
 * @param temporary what will become {@code main}
 * @param previousTemporary what will become {@code previous}
 * @param lock the file whose lock the store holds
 */
record OffsetFileNames(
    Path main, Path previous, Path temporary, Path previousTemporary, Path lock) {

  static final String SUFFIX = ".offset";

  private static final int READABLE_CHARS = 40;
  private static final int HASH_DIGITS = 32;

  static OffsetFileNames in(Path directory, String consumer, TableId table) {
    String name =
        readable(consumer) + "-" + readable(table.table()) + "-" + hash(consumer, table) + SUFFIX;
    return new OffsetFileNames(
        directory.resolve(name),
        directory.resolve(name + ".previous"),
        directory.resolve(name + ".tmp"),
        directory.resolve(name + ".previous.tmp"),
        directory.resolve(name + ".lock"));
  }

  private static String readable(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9_]", "_");
    return safe.length() <= READABLE_CHARS ? safe : safe.substring(0, READABLE_CHARS);
  }

  private static String hash(String consumer, TableId table) {
    String key = consumer + '\0' + table.database() + '\0' + table.table();
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
