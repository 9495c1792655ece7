package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.internal.text.PercentText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * What one offset file says, and its text: six lines that a person can read, the last one a check
 * sum over the bytes before it.
 *
 * @param consumer the consumer's name
 * @param table the table
 * @param generation how often it was saved, from 1
 * @param position the position
 */
record OffsetFile(String consumer, TableId table, long generation, Position position) {

  private static final String MAGIC = "doris-changelog-offset ";
  private static final int VERSION = 1;
  private static final Pattern FIRST_LINE = Pattern.compile(MAGIC + "(\\d{1,9})\n");
  private static final Pattern WHOLE =
      Pattern.compile(
          "(?<body>"
              + MAGIC
              + "\\d+\nconsumer=(?<consumer>[^\n]*)\ntable=(?<table>[^\n]*)\n"
              + "generation=(?<generation>[1-9]\\d{0,17})\nposition=(?<position>[^\n]*)\n)"
              + "checksum=(?<checksum>[0-9a-f]{8})\n");

  byte[] toBytes() {
    String body =
        MAGIC
            + VERSION
            + "\nconsumer="
            + PercentText.encode(consumer)
            + "\ntable="
            + PercentText.encode(table.toString())
            + "\ngeneration="
            + generation
            + "\nposition="
            + position.toText()
            + "\n";
    return (body + "checksum=" + checksum(body) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a file's bytes.
   *
   * @throws OffsetStoreException saying what is wrong with them, as words that follow the file's
   *     name
   */
  static OffsetFile read(byte[] bytes) {
    String text = text(bytes);
    requireVersion(text);
    Matcher whole = WHOLE.matcher(text);
    if (!whole.matches()) {
      throw damaged("is cut off, or something was added to it");
    }
    if (!checksum(whole.group("body")).equals(whole.group("checksum"))) {
      throw damaged("does not fit its check sum: it was changed, or written half over another one");
    }
    try {
      return new OffsetFile(
          PercentText.decode(whole.group("consumer")),
          TableId.parse(PercentText.decode(whole.group("table"))),
          Long.parseLong(whole.group("generation")),
          Position.parse(whole.group("position")));
    } catch (IllegalArgumentException e) {
      throw new OffsetStoreException(
          Reason.DAMAGED, "holds what cannot be read: " + e.getMessage(), e);
    }
  }

  private static String text(byte[] bytes) {
    if (bytes.length == 0) {
      throw damaged("is empty");
    }
    if (bytes[0] == (byte) 0xEF) {
      throw damaged("begins with a byte-order mark, so an editor saved it");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new OffsetStoreException(Reason.DAMAGED, "is not UTF-8 text", e);
    }
    if (text.indexOf('\0') >= 0) {
      throw damaged("holds zero bytes, as after a loss of power");
    }
    if (text.indexOf('\r') >= 0) {
      throw damaged("has CR LF line ends, so an editor saved it");
    }
    return text;
  }

  private static void requireVersion(String text) {
    if (MAGIC.startsWith(text)) {
      throw damaged("is cut off");
    }
    if (!text.startsWith(MAGIC)) {
      throw damaged("is not an offset file: its first line is something else");
    }
    Matcher first = FIRST_LINE.matcher(text);
    if (first.lookingAt() && Integer.parseInt(first.group(1)) != VERSION) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED,
          "has version "
              + first.group(1)
              + ", but this client reads version "
              + VERSION
              + " only; use the version of the client that wrote it");
    }
  }

  private static String checksum(String body) {
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }

  private static OffsetStoreException damaged(String what) {
    return new OffsetStoreException(Reason.DAMAGED, what);
  }
}
