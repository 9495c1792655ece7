package io.dorischangelog.testserver.internal.type;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The bytes of an HLL as this stand-in sends them. Empty is the single byte 0, as in Doris.
 * Anything else is a form of our own, because Doris keeps hashes and not the members: the byte 0x7f
 * (no Doris type code), then each member in sorted order as a four-byte big-endian length and its
 * UTF-8 bytes.
 */
final class HllBytes {
  private static final byte OWN_FORM = 0x7f;

  private HllBytes() {}

  static byte[] of(Set<?> members) {
    if (members.isEmpty()) {
      return new byte[] {0};
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(OWN_FORM);
    members.stream()
        .map(Object::toString)
        .sorted()
        .map(member -> member.getBytes(StandardCharsets.UTF_8))
        .forEach(
            member -> {
              out.writeBytes(ByteBuffer.allocate(4).putInt(member.length).array());
              out.writeBytes(member);
            });
    return out.toByteArray();
  }
}
