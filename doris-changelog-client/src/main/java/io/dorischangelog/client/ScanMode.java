package io.dorischangelog.client;

import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a new consumer begins and where the read ends. A saved position takes precedence over the
 * beginning, never over the end. Immutable; serializable for the way to where a read runs, not for
 * keeping.
 */
public final class ScanMode implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The four beginnings. */
  public enum Kind {
    SNAPSHOT("snapshot"),
    INITIAL("initial"),
    LATEST("latest"),
    FROM_TIMESTAMP("from-timestamp");

    private final String optionValue;

    Kind(String optionValue) {
      this.optionValue = optionValue;
    }

    /** The option text, such as {@code from-timestamp}. */
    public String optionValue() {
      return optionValue;
    }
  }

  private final Kind kind;
  private final @Nullable Instant start;
  private final @Nullable Instant end;

  private ScanMode(Kind kind, @Nullable Instant start, @Nullable Instant end) {
    this.kind = kind;
    this.start = start;
    this.end = end;
  }

  /** Reads the table's current rows, then ends. */
  public static ScanMode snapshot() {
    return new ScanMode(Kind.SNAPSHOT, null, null);
  }

  /** Reads the table's current rows, then the changes that follow, without end. */
  public static ScanMode initial() {
    return new ScanMode(Kind.INITIAL, null, null);
  }

  /** Reads changes from the start of the read on, without end. */
  public static ScanMode latest() {
    return new ScanMode(Kind.LATEST, null, null);
  }

  /**
   * Reads changes from a moment on, without end.
   *
   * @param startInclusive a whole second, because the server's windows know no fraction
   * @throws IllegalArgumentException if it has a fraction of a second or lies before 1970
   */
  public static ScanMode fromTimestamp(Instant startInclusive) {
    return new ScanMode(Kind.FROM_TIMESTAMP, wholeSecond("start", startInclusive), null);
  }

  /**
   * The same beginning with an end.
   *
   * @param endExclusive a whole second; changes committed at or after it are not read
   * @throws IllegalArgumentException if it has a fraction of a second, does not lie after the
   *     start, or the mode is {@code latest}, which cannot have an end
   */
  public ScanMode until(Instant endExclusive) {
    if (kind == Kind.LATEST) {
      throw new IllegalArgumentException(
          "scan mode latest has no end; use fromTimestamp(start).until(end) for a bounded read");
    }
    Instant checked = wholeSecond("end", endExclusive);
    if (start != null && !start.isBefore(checked)) {
      throw new IllegalArgumentException(
          "the end " + checked + " must lie after the start " + start);
    }
    return new ScanMode(kind, start, checked);
  }

  private static Instant wholeSecond(String what, Instant instant) {
    Objects.requireNonNull(instant, what);
    if (!instant.truncatedTo(ChronoUnit.SECONDS).equals(instant)) {
      throw new IllegalArgumentException(
          "the "
              + what
              + " "
              + instant
              + " must be a whole second: Doris' windows know no fraction");
    }
    if (instant.isBefore(Instant.EPOCH)) {
      throw new IllegalArgumentException(
          "the " + what + " " + instant + " lies before 1970-01-01T00:00:00Z, where TSOs begin");
    }
    return instant;
  }

  public Kind kind() {
    return kind;
  }

  /** Inclusive start of {@code from-timestamp}; empty in the other modes. */
  public Optional<Instant> start() {
    return Optional.ofNullable(start);
  }

  /** Exclusive end; empty: the read never ends (or, in {@code snapshot}, ends with the table). */
  public Optional<Instant> end() {
    return Optional.ofNullable(end);
  }

  /** Whether this mode reads the table's rows first. */
  public boolean hasSnapshot() {
    return kind == Kind.SNAPSHOT || kind == Kind.INITIAL;
  }

  /** Whether the read ends. */
  public boolean isBounded() {
    return end != null || !hasChanges();
  }

  /** Whether this mode reads changes. */
  public boolean hasChanges() {
    return kind != Kind.SNAPSHOT;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScanMode that
        && kind == that.kind
        && Objects.equals(start, that.start)
        && Objects.equals(end, that.end);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, start, end);
  }

  @Override
  public String toString() {
    return kind.optionValue()
        + (start == null ? "" : " from " + start)
        + (end == null ? "" : " until " + end);
  }
}
