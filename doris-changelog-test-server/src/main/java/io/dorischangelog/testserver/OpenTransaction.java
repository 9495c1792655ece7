package io.dorischangelog.testserver;

/**
 * A transaction that a test holds open, so that reads of its tables wait for it. It writes nothing.
 * Thread-safe.
 */
public interface OpenTransaction {

  /** Commits; reads that waited go on. Does nothing once ended. */
  void commit();

  /** Aborts; reads that waited go on. Does nothing once ended. */
  void abort();
}
