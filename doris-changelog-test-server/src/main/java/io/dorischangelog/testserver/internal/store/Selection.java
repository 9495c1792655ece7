package io.dorischangelog.testserver.internal.store;

import java.util.Set;

/**
 * The part of a table that a read asks for.
 *
 * @param partitions names; empty: all
 * @param tablets ids; empty: all
 */
public record Selection(Set<String> partitions, Set<Long> tablets) {

  /** The whole table. */
  public static final Selection ALL = new Selection(Set.of(), Set.of());

  public Selection {
    partitions = Set.copyOf(partitions);
    tablets = Set.copyOf(tablets);
  }
}
