package io.dorischangelog.client;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One change of one row. Immutable; keep it as long as you like. */
public final class Change {

  private static final int TSO_COUNTER_BITS = 18;

  private final ChangeKind kind;
  private final Row row;
  private final Position position;
  private final long tso;
  private final long lsn;
  private final boolean logged;
  private final boolean endsTransaction;
  private final boolean replayed;

  private Change(Builder builder) {
    this.kind = Objects.requireNonNull(builder.kind, "kind");
    this.row = Objects.requireNonNull(builder.row, "row");
    this.position = Objects.requireNonNull(builder.position, "position");
    this.tso = builder.tso;
    this.lsn = builder.lsn;
    this.logged = builder.logged;
    this.endsTransaction = builder.endsTransaction;
    this.replayed = builder.replayed;
  }

  /** A change as of a snapshot: without commit time and LSN; for tests of consuming code. */
  public static Change of(ChangeKind kind, Row row, Position position) {
    return builder().kind(kind).row(row).position(position).build();
  }

  /** A builder, for tests of code that consumes changes. */
  public static Builder builder() {
    return new Builder();
  }

  /** What happened to the row. */
  public ChangeKind kind() {
    return kind;
  }

  /** The row; for {@link ChangeKind#DELETE} see there. */
  public Row row() {
    return row;
  }

  /**
   * The position behind this change: commit it when this change and all before it are processed.
   */
  public Position position() {
    return position;
  }

  /** When the change's transaction was committed, to the millisecond; empty in a snapshot. */
  public Optional<Instant> commitTime() {
    return logged ? Optional.of(Instant.ofEpochMilli(tso >>> TSO_COUNTER_BITS)) : Optional.empty();
  }

  /** The commit TSO of the change's transaction; empty in a snapshot. */
  public OptionalLong tso() {
    return logged ? OptionalLong.of(tso) : OptionalLong.empty();
  }

  /**
   * The log sequence number; empty in a snapshot. It orders the rows of one result; across reads it
   * is no identity of a change.
   */
  public OptionalLong lsn() {
    return logged ? OptionalLong.of(lsn) : OptionalLong.empty();
  }

  /** Whether both are of the same transaction, or both of a snapshot. */
  boolean isOfSameCommit(Change other) {
    return tso == other.tso && logged == other.logged;
  }

  /**
   * Whether this is known to be the last change of its transaction. The last row of a batch may
   * answer false although the transaction turns out to end there.
   */
  public boolean endsTransaction() {
    return endsTransaction;
  }

  /** Whether this change may have been handed out before, because a broken stream was repeated. */
  public boolean replayed() {
    return replayed;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Change that
        && kind == that.kind
        && tso == that.tso
        && lsn == that.lsn
        && logged == that.logged
        && endsTransaction == that.endsTransaction
        && replayed == that.replayed
        && position.equals(that.position)
        && row.equals(that.row);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, row, position, tso, lsn);
  }

  /** Sign and row, such as {@code +I {id=1, name=Alice}}. */
  @Override
  public String toString() {
    return kind.sign() + " " + row;
  }

  /** Collects the parts of a {@link Change}; reusable, for one thread. */
  public static final class Builder {

    private @Nullable ChangeKind kind;
    private @Nullable Row row;
    private @Nullable Position position;
    private long tso;
    private long lsn;
    private boolean logged;
    private boolean endsTransaction;
    private boolean replayed;

    private Builder() {}

    /** What happened; required. */
    public Builder kind(ChangeKind kind) {
      this.kind = kind;
      return this;
    }

    /** The row; required. */
    public Builder row(Row row) {
      this.row = row;
      return this;
    }

    /** The position behind the change; required. */
    public Builder position(Position position) {
      this.position = position;
      return this;
    }

    /**
     * Where the change stands in the change log; left out for snapshot rows.
     *
     * @param tso the commit TSO: milliseconds since 1970 shifted left by 18 bits, and a counter
     * @param lsn the log sequence number
     */
    public Builder log(long tso, long lsn) {
      this.tso = tso;
      this.lsn = lsn;
      this.logged = true;
      return this;
    }

    /** Whether the change is the last one of its transaction; false unless set. */
    public Builder endsTransaction(boolean endsTransaction) {
      this.endsTransaction = endsTransaction;
      return this;
    }

    /** Whether the change may have been handed out before; false unless set. */
    public Builder replayed(boolean replayed) {
      this.replayed = replayed;
      return this;
    }

    /**
     * The change.
     *
     * @throws NullPointerException if kind, row or position is missing
     */
    public Change build() {
      return new Change(this);
    }
  }
}
