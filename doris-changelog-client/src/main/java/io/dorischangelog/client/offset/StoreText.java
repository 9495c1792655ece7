package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Words and rules that every store here has in common. */
final class StoreText {

  private static final int MAX_CONSUMER_BYTES = 256;

  private StoreText() {}

  /** Checks a consumer's name; 256 bytes is the width of the column in Doris' offset table. */
  static String requireConsumer(String consumer) {
    if (consumer.isEmpty()
        || consumer.indexOf('\0') >= 0
        || !StandardCharsets.UTF_8.newEncoder().canEncode(consumer)
        || consumer.getBytes(StandardCharsets.UTF_8).length > MAX_CONSUMER_BYTES) {
      throw new IllegalArgumentException(
          "consumer must be 1 to "
              + MAX_CONSUMER_BYTES
              + " bytes of UTF-8 without NUL: '"
              + consumer
              + "'");
    }
    return consumer;
  }

  static String changedBehindBack(
      String consumer, Optional<Position> stored, Optional<Position> expected) {
    return "The offset of consumer '"
        + consumer
        + "' changed behind this reader's back: it holds "
        + stored.map(Position::toString).orElse("nothing")
        + ", expected was "
        + expected.map(Position::toString).orElse("nothing")
        + ". Another reader uses the same consumer name, or the offset was edited. Nothing was"
        + " written; stop one of the two and start again";
  }
}
