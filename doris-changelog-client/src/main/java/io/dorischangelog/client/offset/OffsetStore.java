package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import java.util.List;
import java.util.Optional;

/**
 * Keeps one {@link Position} per consumer and table. A reader closes the store it was given.
 *
 * <p>Rules for your own store (the test class {@code OffsetStoreContract} checks them):
 *
 * <ul>
 *   <li>"Nothing stored" and "cannot tell" are different: {@link #load} is empty only if it is sure
 *       that nothing was ever saved. Everything else is an {@link
 *       io.dorischangelog.client.error.OffsetStoreException}, and the reader does not start.
 *   <li>When {@link #save} has returned, the position survives a crash of the process and of the
 *       machine. If it throws, the old or the new position is stored, whole.
 *   <li>Names are compared exactly, case and blanks included.
 *   <li>One reader uses a store at a time, but perhaps from several threads one after the other;
 *       the stores here are thread-safe.
 * </ul>
 */
public interface OffsetStore extends AutoCloseable {

  /**
   * The stored position. From this call on a store may hold the pair of consumer and table for
   * itself until it is closed.
   *
   * @param consumer the consumer's name, not empty, at most 256 bytes of UTF-8
   * @return empty if and only if none was ever saved, or it was removed
   * @throws io.dorischangelog.client.error.OffsetStoreException if it cannot be told, or somebody
   *     else holds it
   */
  Optional<Position> load(String consumer, TableId table);

  /**
   * Stores {@code position} durably. Saving what is stored already succeeds, whatever is expected.
   *
   * @param expected what the caller loaded or saved last: if something else is stored, another
   *     process wrote it, and the call fails with reason {@code CONFLICT} and changes nothing
   * @throws io.dorischangelog.client.error.OffsetStoreException if it is not known to be durable
   */
  void save(String consumer, TableId table, Position position, Optional<Position> expected);

  /**
   * Forgets the position, so that the consumer starts anew. Nothing stored is no failure.
   *
   * @throws io.dorischangelog.client.error.OffsetStoreException if it could not be removed; a store
   *     without the privilege refuses and names the statement to run
   */
  void remove(String consumer, TableId table);

  /**
   * The consumers that have a position for the table, sorted.
   *
   * @throws io.dorischangelog.client.error.OffsetStoreException if it cannot be told
   */
  List<String> consumers(TableId table);

  /**
   * Whether all a position carries survives saving and loading. False for a store that keeps a
   * point in time only: it is never given a position inside a snapshot or with an open window.
   */
  default boolean keepsWholePosition() {
    return true;
  }

  /** Releases what the store holds. Idempotent; never throws because of a lost connection. */
  @Override
  void close();
}
