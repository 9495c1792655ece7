package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.server.InboundCredit;

/**
 * Holds one stream back while the scan's byte budget is used up. A stream whose rows somebody waits
 * for gets one batch at a time all the same, so that a batch larger than the budget can be read and
 * streams never wait for each other. For the stream's pump thread.
 */
final class FetchGate implements AutoCloseable {
  private final ScanMemory memory;
  private final BatchQueue queue;
  private final FetchAccount account = new FetchAccount();
  private InboundCredit credit = InboundCredit.forSchema();
  private long heldNanos;

  FetchGate(ScanMemory memory, BatchQueue queue) {
    this.memory = memory;
    this.queue = queue;
  }

  /** The credit of a stream that is about to be opened. */
  InboundCredit open() {
    credit = InboundCredit.forSchema();
    return credit;
  }

  /** Waits for room, then lets the stream ask for what fits. */
  void pass() throws InterruptedException {
    long since = System.nanoTime();
    memory.awaitRoom(account, queue::isUrgent);
    heldNanos += System.nanoTime() - since;
    credit.allow(account.messages());
  }

  /** A batch of this size was taken off the stream. */
  void received(long bytes) {
    memory.received(account, bytes);
  }

  /** How long the stream has been held back: time of the consumer, not of the server. */
  long heldNanos() {
    return heldNanos;
  }

  /** The stream asks for no more. */
  @Override
  public void close() {
    memory.giveBack(account);
  }
}
