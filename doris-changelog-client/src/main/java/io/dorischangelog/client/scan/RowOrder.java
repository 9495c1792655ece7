package io.dorischangelog.client.scan;

import org.apache.arrow.vector.VectorSchemaRoot;

/** Whether batches are handed on as they come or held until all of them can be put in order. */
interface RowOrder extends AutoCloseable {

  /** What to do with each batch once all are there. */
  interface Consumer {
    void accept(VectorSchemaRoot rows) throws InterruptedException, RestartException;
  }

  /** Hands batches on as they come. */
  static RowOrder asSent() {
    return new RowOrder() {
      @Override
      public boolean hold(VectorSchemaRoot rows) {
        return false;
      }

      @Override
      public void forEachRemaining(Consumer consumer) {}

      @Override
      public void close() {}
    };
  }

  /**
   * Keeps a batch for later.
   *
   * @return false if it is to be handed on now and stays the caller's
   * @throws RestartException if there are too many, and less is to be asked for
   */
  boolean hold(VectorSchemaRoot rows) throws RestartException;

  /** Gives all held rows in order, as batches that belong to the consumer. */
  void forEachRemaining(Consumer consumer) throws InterruptedException, RestartException;

  @Override
  void close();
}
