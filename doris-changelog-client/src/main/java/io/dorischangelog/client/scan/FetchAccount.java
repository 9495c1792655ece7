package io.dorischangelog.client.scan;

/**
 * What one stream may ask its server for: as many messages of the size of the last one as there is
 * room for. Guarded by the {@link ScanMemory} it is used with.
 */
final class FetchAccount {
  /** What a Flight stream holds at most. */
  private static final int MOST_MESSAGES = 5;

  private long messageBytes;
  private long promised;
  private int messages = 1;

  /** Bytes that one more message is expected to take. */
  long estimate() {
    return messageBytes;
  }

  /** A message of this size was received. */
  void received(long bytes) {
    messageBytes = bytes;
  }

  /**
   * Asks for what fits, for one message at least.
   *
   * @return bytes that this will probably take
   */
  long promise(long room) {
    long fitting = messageBytes == 0 ? 1 : room / messageBytes;
    messages = (int) Math.max(1, Math.min(MOST_MESSAGES, fitting));
    promised = messages * messageBytes;
    return promised;
  }

  /** How many messages may be under way. */
  int messages() {
    return messages;
  }

  /** Ends the promise and returns what it was worth. */
  long settle() {
    long worth = promised;
    promised = 0;
    return worth;
  }
}
