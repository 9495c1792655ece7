package io.dorischangelog.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the partitions that a table had at one time, to find out later whether some have
 * vanished. Immutable.
 *
 * <p>Its text form stays small however many there are: up to {@value #MOST_IN_TEXT} ids are written
 * out, beyond that their number, the largest one and a digest. Doris numbers partitions upwards, so
 * the digest still tells whether all of them are left; it cannot tell which are not.
 */
public final class SeenPartitions {
  /** With more ids than this the text holds a digest. */
  static final int MOST_IN_TEXT = 1_000;

  private static final Pattern DIGEST = Pattern.compile("#(\\d{1,9})/(-?\\d{1,19})/([0-9a-f]{16})");

  private final @Nullable SortedSet<Long> ids;
  private final int count;
  private final long largest;
  private volatile @Nullable String digest;

  private SeenPartitions(
      @Nullable SortedSet<Long> ids, int count, long largest, @Nullable String digest) {
    this.ids = ids;
    this.count = count;
    this.largest = largest;
    this.digest = digest;
  }

  /** Partitions with these ids, in any order. */
  public static SeenPartitions of(Collection<Long> ids) {
    SortedSet<Long> sorted = Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    return new SeenPartitions(
        sorted, sorted.size(), sorted.isEmpty() ? Long.MIN_VALUE : sorted.last(), null);
  }

  /** How many there were. */
  public int count() {
    return count;
  }

  /** Their ids in ascending order; empty if only a digest is known. */
  public Optional<SortedSet<Long>> ids() {
    return Optional.ofNullable(ids);
  }

  /** Whether all of them are among {@code present}. */
  public boolean areAllIn(Collection<Long> present) {
    if (ids != null) {
      return new HashSet<>(present).containsAll(ids);
    }
    List<Long> old = present.stream().filter(id -> id <= largest).sorted().toList();
    return old.size() == count && digestOf(old).equals(digest());
  }

  /**
   * Those that are not among {@code present}; empty if none is missing or it is not known which.
   */
  public List<Long> missingFrom(Collection<Long> present) {
    Set<Long> left = new HashSet<>(present);
    return ids().stream().flatMap(Set::stream).filter(id -> !left.contains(id)).toList();
  }

  private String digest() {
    String known = digest;
    if (known == null) {
      known = digestOf(ids == null ? List.of() : ids);
      digest = known;
    }
    return known;
  }

  private static String digestOf(Collection<Long> ascending) {
    byte[] text = joined(ascending).getBytes(StandardCharsets.US_ASCII);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static String joined(Collection<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** The form in which a position keeps it. */
  String toText() {
    return ids != null && count <= MOST_IN_TEXT
        ? joined(ids)
        : "#" + count + "/" + largest + "/" + digest();
  }

  /**
   * Reads what {@link #toText} wrote.
   *
   * @throws NumberFormatException if it is something else
   */
  static SeenPartitions parse(String text) {
    Matcher summary = DIGEST.matcher(text);
    if (summary.matches()) {
      return new SeenPartitions(
          null,
          Integer.parseInt(summary.group(1)),
          Long.parseLong(summary.group(2)),
          summary.group(3));
    }
    return of(
        text.isEmpty()
            ? List.of()
            : Arrays.stream(text.split(",", -1)).map(Long::valueOf).toList());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SeenPartitions that
        && count == that.count
        && largest == that.largest
        && digest().equals(that.digest());
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, largest);
  }

  /** The ids, or how many there were. */
  @Override
  public String toString() {
    return toText();
  }
}
