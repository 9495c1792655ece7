package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * What one stream reads, and how far it is. Used by the stream's pump thread alone. A query is
 * asked for its statement again after a broken attempt and then continues behind what it has handed
 * on.
 */
interface StreamQuery {

  /**
   * Runs what has to come before the statement on the same session.
   *
   * @param stall the pump's, for results that are read on the way
   */
  void prepare(FlightSession session, StallGuard stall)
      throws IOException, StatementFailure, SessionLostException, InterruptedException;

  /** The statement for what is left to read, empty if nothing is; begins a new attempt. */
  Optional<String> statement();

  /** The columns that the last statement was made for. */
  QueryLayout layout();

  /**
   * Checks, after the statement was planned and before its rows are looked at.
   *
   * @return false if another statement has to be asked for instead
   */
  boolean planned(FlightSession session) throws IOException, StatementFailure, InterruptedException;

  /**
   * Takes the next batch of the wire.
   *
   * @param root owned by the query from here on, also if this throws
   * @return the rows that are new, or null if there are none
   * @throws RestartException if they came in an order in which they cannot be handed on
   */
  @Nullable ArrowChangeBatch accept(VectorSchemaRoot root) throws RestartException;

  /**
   * Whether the attempt can be made again in another way after this answer of the server; if so the
   * query has changed its statement.
   */
  boolean adjust(FlightSession session, StatementFailure failure)
      throws IOException, StatementFailure, InterruptedException;

  /** Every row has been accepted; from the pump's thread. */
  void completed();

  /** Whether rows must come in order, so that several endpoints cannot be read one by one. */
  boolean ordered();

  /** Whether the server's own order cannot be relied on, so that even one endpoint is sorted. */
  default boolean sorts() {
    return false;
  }

  /**
   * Whether less can be asked for after a failure of the server, while it planned or sent; if so
   * the query has changed its statement.
   */
  default boolean reduce(StatementFailure failure) {
    return false;
  }

  /**
   * Everything that the last statement asked for was handed on.
   *
   * @return whether there is more to ask for
   */
  default boolean advance() {
    return false;
  }

  /**
   * Everything was handed on.
   *
   * @param work time that the server and the way from it took, without that of the consumer
   * @param bytes that it took in memory
   */
  default void received(Duration work, long bytes) {}

  /** Puts the rows of several endpoints in order. */
  RowOrder sorter(StreamSupport support);

  /** The time at which the changes that are read begin, or that of the snapshot. */
  Instant start();

  /** The position behind all of it; final once every row was accepted. */
  Position end();

  ErrorContext context();
}
