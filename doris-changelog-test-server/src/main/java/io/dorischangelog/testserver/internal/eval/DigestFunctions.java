package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Functions of the bytes of a text. */
final class DigestFunctions {
  private static final DorisType TEXT = DorisType.of(Kind.STRING);

  private DigestFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "HEX" -> hex(args);
      case "UNHEX" -> of(name, args, TEXT, DigestFunctions::unhex);
      case "MD5" -> of(name, args, TEXT, text -> digest("MD5", text));
      case "SHA", "SHA1" -> of(name, args, TEXT, text -> digest("SHA-1", text));
      case "CRC32" -> of(name, args, DorisType.of(Kind.BIGINT), DigestFunctions::crc32);
      case "TO_BASE64" ->
          of(name, args, TEXT, text -> Base64.getEncoder().encodeToString(bytes(text)));
      case "FROM_BASE64" -> of(name, args, TEXT, DigestFunctions::fromBase64);
      default -> null;
    };
  }

  private static Bound of(
      String name, List<Bound> args, DorisType type, Function<String, @Nullable Object> body) {
    Functions.expect(name, args, 1, 1);
    return Strict.call(type, Strict.texts(args), texts -> body.apply(texts[0].toString()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Of an integer its hexadecimal digits, of a text those of its bytes. */
  private static Bound hex(List<Bound> args) {
    Functions.expect("HEX", args, 1, 1);
    if (CommonType.isInteger(args.get(0).kind())) {
      return Strict.call(
          TEXT,
          args,
          values ->
              Long.toHexString(Numbers.decimal(values[0]).longValue()).toUpperCase(Locale.ROOT));
    }
    return of("HEX", args, TEXT, text -> HexFormat.of().withUpperCase().formatHex(bytes(text)));
  }

  private static @Nullable Object unhex(String digits) {
    try {
      return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String digest(String algorithm, String text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes(text)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has " + algorithm, e);
    }
  }

  private static long crc32(String text) {
    CRC32 sum = new CRC32();
    sum.update(bytes(text));
    return sum.getValue();
  }

  private static @Nullable Object fromBase64(String text) {
    try {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
