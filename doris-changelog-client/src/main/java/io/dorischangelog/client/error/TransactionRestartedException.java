package io.dorischangelog.client.error;

import java.io.Serial;

/**
 * A transaction of which some rows were handed out already is repeated from its first row, because
 * the stream broke inside it. Retryable: the next transaction is the same commit again.
 */
public final class TransactionRestartedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final long tso;

  /**
   * For the client's own use.
   *
   * @param tso the commit timestamp of the transaction, as Doris' 64-bit TSO
   */
  public TransactionRestartedException(ErrorContext context, long tso) {
    super(
        "The transaction with TSO "
            + tso
            + " begins again: the stream broke after some of its rows were handed out. Undo what"
            + " was done with them and ask for the next transaction, which is this one from its"
            + " first row",
        true,
        context,
        null);
    this.tso = tso;
  }

  /** The commit timestamp of the transaction, as Doris' 64-bit TSO. */
  public long tso() {
    return tso;
  }
}
