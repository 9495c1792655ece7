package io.dorischangelog.benchmarks;

/**
 * Reads one batch.
 *
 * @param <B> form of the batch
 */
@FunctionalInterface
interface BatchRead<B> {

  /** A number that depends on every value read, so that no read can be left out. */
  long read(B batch);
}
