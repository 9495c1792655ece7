package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on the columns of a row whose constants are Java values: what an adapter makes of the
 * condition of a query. {@link #toFilter()} writes it as {@link ScanOptionsBuilder#filter} takes
 * it; names and texts are quoted, so that no value can be taken for a part of the condition.
 *
 * <p>NULL is SQL's: a comparison with a column that is NULL is neither true nor false, and so is
 * its opposite.
 *
 * <p>Constants are {@link Boolean}, {@link Byte}, {@link Short}, {@link Integer}, {@link Long},
 * {@link java.math.BigInteger}, {@link java.math.BigDecimal}, {@link String}, {@link
 * java.time.LocalDate} and {@link java.time.LocalDateTime} up to microseconds. Others, {@link
 * Double} among them, are refused with an {@link IllegalArgumentException}: they cannot be written
 * without doubt about which rows are meant.
 *
 * <p>All of them are immutable.
 */
public sealed interface ColumnPredicate {

  /** How a column is compared with a constant. */
  enum Operator {
    /** The same value. */
    EQUAL("="),
    /** Another value. */
    NOT_EQUAL("<>"),
    /** A smaller number, an earlier time, a text that sorts before, byte by byte. */
    LESS("<"),
    /** Less or equal. */
    LESS_OR_EQUAL("<="),
    /** A larger number, a later time, a text that sorts behind, byte by byte. */
    GREATER(">"),
    /** Greater or equal. */
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** What compares the same when column and constant have changed sides. */
    public Operator mirrored() {
      return switch (this) {
        case EQUAL, NOT_EQUAL -> this;
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      };
    }

    boolean isOrder() {
      return this != EQUAL && this != NOT_EQUAL;
    }
  }

  /**
   * The condition as text.
   *
   * @return what {@link ScanOptionsBuilder#filter} takes
   */
  String toFilter();

  /**
   * Whether Doris finds the condition true for exactly the rows for which a comparison of the Java
   * values does, so that nobody has to look again. True of these:
   *
   * <ul>
   *   <li>BOOLEAN with {@link Boolean}: equal, not equal, one of;
   *   <li>TINYINT to LARGEINT with whole numbers of up to 127 bits;
   *   <li>DECIMAL with {@link java.math.BigDecimal}s that the column could hold, and, up to scale
   *       18, with whole numbers of up to 64 bits;
   *   <li>DATE with {@link java.time.LocalDate}s of the years 1 to 9999;
   *   <li>DATETIME with {@link java.time.LocalDateTime}s of these years that have no more digits
   *       behind the second than the column;
   *   <li>VARCHAR and STRING with texts, which Doris compares byte by byte: with regard to case and
   *       to blanks at the end, without a collation. Not with texts that hold a back-slash (what it
   *       means hangs on the server's {@code sql_mode}), a NUL or half a surrogate pair;
   *   <li>CHAR with the same texts: equal, not equal, one of;
   *   <li>IS NULL and IS NOT NULL of all types but BITMAP, HLL, QUANTILE_STATE and VARIANT;
   *   <li>AND, OR and NOT of such.
   * </ul>
   *
   * <p>FLOAT, DOUBLE, TIMESTAMPTZ, TIMESTAMP_NS, JSON, IPV4, IPV6, UUID, TIME and nested types are
   * not compared. This is what Doris documents and its sources say; it was tried on the stand-in.
   *
   * @param columns those that may be filtered by, such as {@link TableDescription#filterColumns};
   *     names are compared with regard to case
   */
  boolean isExactFor(Collection<Column> columns);

  /**
   * A comparison of a column with a constant.
   *
   * @param column its name
   * @param operator how they are compared
   * @param value the constant, at the right of the operator
   */
  record Comparison(String column, Operator operator, Object value) implements ColumnPredicate {

    /** Refuses constants that cannot be written. */
    public Comparison {
      PredicateValue.require(value);
    }

    @Override
    public String toFilter() {
      return QueryText.name(column) + " " + operator.symbol + " " + PredicateValue.text(value);
    }

    @Override
    public boolean isExactFor(Collection<Column> columns) {
      return columns.stream()
          .filter(known -> known.name().equals(column))
          .anyMatch(known -> PredicateValue.isExact(value, known.type(), operator.isOrder()));
    }
  }

  /**
   * A column that has one of some values.
   *
   * @param column its name
   * @param values one or more
   */
  record In(String column, List<Object> values) implements ColumnPredicate {
    /** Doris takes 10,000 by default. */
    private static final int MANY = 1_000;

    /** Refuses constants that cannot be written, and an empty list. */
    public In {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("IN needs at least one value");
      }
      values.forEach(PredicateValue::require);
    }

    @Override
    public String toFilter() {
      return values.stream()
          .map(PredicateValue::text)
          .collect(Collectors.joining(", ", QueryText.name(column) + " IN (", ")"));
    }

    @Override
    public boolean isExactFor(Collection<Column> columns) {
      return values.size() <= MANY
          && values.stream()
              .map(value -> new Comparison(column, Operator.EQUAL, value))
              .allMatch(equal -> equal.isExactFor(columns));
    }
  }

  /**
   * A column that is NULL, or is not.
   *
   * @param column its name
   * @param expected whether it must be NULL
   */
  record IsNull(String column, boolean expected) implements ColumnPredicate {

    @Override
    public String toFilter() {
      return QueryText.name(column) + (expected ? " IS NULL" : " IS NOT NULL");
    }

    @Override
    public boolean isExactFor(Collection<Column> columns) {
      return columns.stream()
          .filter(known -> known.name().equals(column))
          .anyMatch(known -> PredicateValue.canBeNull(known.type()));
    }
  }

  /**
   * All of some conditions, or one of them.
   *
   * @param all whether all must hold
   * @param parts one or more
   */
  record Junction(boolean all, List<ColumnPredicate> parts) implements ColumnPredicate {

    /** Refuses an empty list. */
    public Junction {
      parts = List.copyOf(parts);
      if (parts.isEmpty()) {
        throw new IllegalArgumentException((all ? "AND" : "OR") + " needs at least one condition");
      }
    }

    @Override
    public String toFilter() {
      return parts.stream()
          .map(ColumnPredicate::toFilter)
          .collect(Collectors.joining(all ? ") AND (" : ") OR (", "(", ")"));
    }

    @Override
    public boolean isExactFor(Collection<Column> columns) {
      return parts.stream().allMatch(part -> part.isExactFor(columns));
    }
  }

  /**
   * The opposite; neither true nor false where the condition is neither.
   *
   * @param condition what must not hold
   */
  record Not(ColumnPredicate condition) implements ColumnPredicate {

    @Override
    public String toFilter() {
      return "NOT (" + condition.toFilter() + ")";
    }

    @Override
    public boolean isExactFor(Collection<Column> columns) {
      return condition.isExactFor(columns);
    }
  }

  /**
   * A comparison.
   *
   * @return empty if the constant is one that cannot be written, see above
   */
  static Optional<ColumnPredicate> compare(String column, Operator operator, Object value) {
    return PredicateValue.isPossible(value)
        ? Optional.of(new Comparison(column, operator, value))
        : Optional.empty();
  }

  /** All of these conditions; lists of such among them become part of it. */
  static ColumnPredicate and(List<ColumnPredicate> parts) {
    return joined(true, parts.stream().flatMap(part -> flat(true, part)).toList());
  }

  /**
   * One of these conditions; lists of such among them become part of it, and several values of one
   * column become one {@link In}.
   */
  static ColumnPredicate or(List<ColumnPredicate> parts) {
    Map<String, List<Object>> values = new LinkedHashMap<>();
    List<ColumnPredicate> rest = new ArrayList<>();
    for (ColumnPredicate part : parts.stream().flatMap(part -> flat(false, part)).toList()) {
      if (part instanceof In in) {
        values.computeIfAbsent(in.column(), column -> new ArrayList<>()).addAll(in.values());
      } else if (part instanceof Comparison same && same.operator() == Operator.EQUAL) {
        values.computeIfAbsent(same.column(), column -> new ArrayList<>()).add(same.value());
      } else {
        rest.add(part);
      }
    }
    List<ColumnPredicate> merged = new ArrayList<>();
    values.forEach((column, list) -> merged.add(oneOf(column, list)));
    merged.addAll(rest);
    return joined(false, merged);
  }

  private static Stream<ColumnPredicate> flat(boolean all, ColumnPredicate part) {
    return part instanceof Junction list && list.all() == all
        ? list.parts().stream()
        : Stream.of(part);
  }

  private static ColumnPredicate oneOf(String column, List<Object> values) {
    return values.size() == 1
        ? new Comparison(column, Operator.EQUAL, values.get(0))
        : new In(column, values);
  }

  private static ColumnPredicate joined(boolean all, List<ColumnPredicate> parts) {
    return parts.size() == 1 ? parts.get(0) : new Junction(all, parts);
  }
}
