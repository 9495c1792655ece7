package io.dorischangelog.client.internal.decode;

import java.util.List;

/**
 * The names of the three columns that describe a change, as this server calls them.
 *
 * @param tso commit TSO of the transaction
 * @param lsn log sequence number of the row
 * @param op operation code: 0 insert, 1 delete, 2 update before, 3 update after (documented)
 */
public record HiddenColumns(String tso, String lsn, String op) {

  /** The three names in the order in which they are selected. */
  public List<String> names() {
    return List.of(tso, lsn, op);
  }
}
