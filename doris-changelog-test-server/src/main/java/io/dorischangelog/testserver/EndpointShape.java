package io.dorischangelog.testserver;

import java.util.List;
import java.util.Objects;

/**
 * How a result is spread over endpoints, for {@link FaultRule#endpoints}. Immutable; each method
 * answers a changed copy.
 */
public final class EndpointShape {
  private final int parts;
  private final int emptyBefore;
  private final int emptyAfter;
  private final boolean reversed;
  private final List<String> locations;
  private final Columns columns;

  /** What the plan and the parts say about the columns. */
  public enum Columns {
    /** The same everywhere. */
    SAME,
    /** The plan has no schema. */
    NOT_PLANNED,
    /** The last endpoint sends INT columns as BIGINT. */
    WIDER_IN_LAST,
    /** The last endpoint sends its columns in reverse order. */
    TURNED_IN_LAST
  }

  private EndpointShape(
      int parts,
      int emptyBefore,
      int emptyAfter,
      boolean reversed,
      List<String> locations,
      Columns columns) {
    this.parts = parts;
    this.emptyBefore = emptyBefore;
    this.emptyAfter = emptyAfter;
    this.reversed = reversed;
    this.locations = List.copyOf(locations);
    this.columns = columns;
  }

  /** No endpoint at all. */
  public static EndpointShape none() {
    return parts(0);
  }

  /** One endpoint, as usual. */
  public static EndpointShape one() {
    return parts(1);
  }

  /** Several endpoints; the rows are dealt out to them in turn, so each has a share in order. */
  public static EndpointShape parts(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("count must not be negative, but was " + count);
    }
    return new EndpointShape(count, 0, 0, false, List.of("{location}"), Columns.SAME);
  }

  /** Adds endpoints without rows in front of and behind the others. */
  public EndpointShape withEmpty(int before, int after) {
    return new EndpointShape(parts, before, after, reversed, locations, columns);
  }

  /** The rows of each endpoint come in reverse order. */
  public EndpointShape reversed() {
    return new EndpointShape(parts, emptyBefore, emptyAfter, true, locations, columns);
  }

  /**
   * Replaces the locations of every endpoint.
   *
   * @param uris such as {@code grpc+tcp://0.0.0.0:{port}}; {@code {location}} stands for the right
   *     location, {@code {host}} and {@code {port}} for its parts; none gives an empty list
   */
  public EndpointShape at(String... uris) {
    Objects.requireNonNull(uris, "uris");
    return new EndpointShape(parts, emptyBefore, emptyAfter, reversed, List.of(uris), columns);
  }

  /** Sets what the plan and the parts say about the columns. */
  public EndpointShape columns(Columns said) {
    Objects.requireNonNull(said, "said");
    return new EndpointShape(parts, emptyBefore, emptyAfter, reversed, locations, said);
  }

  /** Endpoints with rows. */
  public int parts() {
    return parts;
  }

  /** Endpoints without rows in front. */
  public int emptyBefore() {
    return emptyBefore;
  }

  /** Endpoints without rows behind. */
  public int emptyAfter() {
    return emptyAfter;
  }

  /** Whether rows come in reverse order. */
  public boolean isReversed() {
    return reversed;
  }

  /** Locations of each endpoint, with their placeholders. */
  public List<String> locations() {
    return locations;
  }

  /** What the plan and the parts say about the columns. */
  public Columns columns() {
    return columns;
  }
}
