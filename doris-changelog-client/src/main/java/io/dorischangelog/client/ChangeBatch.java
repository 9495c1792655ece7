package io.dorischangelog.client;

import java.util.Iterator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Some consecutive rows of a read, still in the columns in which the server sent them.
 *
 * <p>A batch is valid until the next one is asked for, or until {@link #close()}; after that every
 * call but {@code close()} fails with {@link IllegalStateException}. {@link Change}s taken from it
 * stay valid. It belongs to the thread that reads.
 */
public interface ChangeBatch extends Iterable<Change>, AutoCloseable {

  /** Number of rows, perhaps 0. */
  int rowCount();

  /** The position behind the last row of this batch: what to commit when all of it is processed. */
  Position end();

  /** Whether the last row of this batch is the last one of its window, split or bounded read. */
  boolean endsWindow();

  /** Whether these rows may have been handed out before, because a broken stream was repeated. */
  boolean replayed();

  /** The columns of every row. */
  TableSchema schema();

  /** A new cursor standing in front of the first row; reading through it creates no objects. */
  ChangeCursor cursor();

  /** An iterator over the rows as objects that may be kept. */
  @Override
  Iterator<Change> iterator();

  /**
   * The Arrow vectors themselves, not copied: to be read only, and only while the batch is valid.
   * They are named as the server labelled them, and hold the hidden change columns too. What rows
   * and cursors hide is visible here: with {@link Semantics#UPSERT} the other columns of a delete
   * may hold defaults.
   */
  VectorSchemaRoot vectors();

  /** Releases the memory; a second call does nothing. */
  @Override
  void close();
}
