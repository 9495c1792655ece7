package io.dorischangelog.client.internal.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Keeps any text on one readable line without {@code ;}, {@code =} and invisible characters: those
 * and {@code %} become their UTF-8 bytes as {@code %HH}. Letters of any script stay as they are.
 */
public final class PercentText {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentText() {}

  /** The text on one line. */
  public static String encode(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(line, c));
    return line.toString();
  }

  /**
   * The text again.
   *
   * @throws IllegalArgumentException if a percent sign is not followed by bytes of a character, or
   *     a character stands as itself that {@link #encode} would not have left
   */
  public static String decode(String line) {
    String text = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes(line))).toString();
    if (!encode(text).equals(line)) {
      throw new IllegalArgumentException("not in the form it is written in: '" + line + "'");
    }
    return text;
  }

  private static byte[] bytes(String line) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(line.length());
    for (int i = 0; i < line.length(); ) {
      int c = line.codePointAt(i);
      if (c == '%') {
        bytes.write(hexByte(line, i));
        i += 3;
      } else {
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(c);
      }
    }
    return bytes.toByteArray();
  }

  private static int hexByte(String line, int at) {
    if (at + 3 > line.length()
        || !HexFormat.isHexDigit(line.charAt(at + 1))
        || !HexFormat.isHexDigit(line.charAt(at + 2))) {
      throw new IllegalArgumentException("% without two hex digits: '" + line + "'");
    }
    return HexFormat.fromHexDigits(line, at + 1, at + 3);
  }

  private static void append(StringBuilder line, int c) {
    if (isPlain(c)) {
      line.appendCodePoint(c);
      return;
    }
    for (byte b : utf8(c)) {
      line.append('%').append(HEX.toHexDigits(b));
    }
  }

  private static byte[] utf8(int c) {
    try {
      ByteBuffer bytes =
          StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(Character.toChars(c)));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "holds half of a surrogate pair, which is no character", e);
    }
  }

  private static boolean isPlain(int c) {
    if (c == ';' || c == '=' || c == '%' || c == ' ') {
      return c == ' ';
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
