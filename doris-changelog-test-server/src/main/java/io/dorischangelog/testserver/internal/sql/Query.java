package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A statement that yields rows of relations. */
public sealed interface Query extends Statement {

  /**
   * A SELECT over at most one relation.
   *
   * @param from empty: one row without columns
   */
  record Select(
      List<Item> items,
      Optional<Relation> from,
      @Nullable Expr where,
      List<Order> order,
      Limit limit)
      implements Query {
    public Select {
      items = List.copyOf(items);
      order = List.copyOf(order);
    }
  }

  /** Several SELECTs one behind the other; order and limit apply to the whole. */
  record UnionAll(List<Select> parts, List<Order> order, Limit limit) implements Query {
    public UnionAll {
      parts = List.copyOf(parts);
      order = List.copyOf(order);
    }
  }

  /**
   * A query wider than the stand-in's own grammar, kept as text around its relations.
   *
   * @param sql the statement
   * @param relations each with its place in the text, in order
   */
  record Wide(String sql, List<Placed> relations) implements Query {
    public Wide {
      relations = List.copyOf(relations);
    }
  }

  /**
   * A relation in the text of a wide query.
   *
   * @param start offset of its first character
   * @param end offset behind its last character, alias not included
   */
  record Placed(Relation relation, int start, int end) {}

  /** An entry of the select list. */
  sealed interface Item {

    /**
     * {@code *} or {@code t.*}.
     *
     * @param except columns left out by {@code EXCEPT(...)}
     */
    record Star(Optional<String> qualifier, List<String> except) implements Item {
      public Star {
        except = List.copyOf(except);
      }
    }

    /**
     * An expression.
     *
     * @param text as written, which is its label when it has no alias
     */
    record Value(Expr expression, Optional<String> alias, String text) implements Item {}
  }

  /** One key of ORDER BY; NULLs come first ascending and last descending unless said otherwise. */
  record Order(Expr key, boolean descending, boolean nullsFirst) {}

  /**
   * LIMIT and OFFSET.
   *
   * @param count at most this many rows, {@link Long#MAX_VALUE} without a limit
   */
  record Limit(long offset, long count) {
    public static final Limit NONE = new Limit(0, Long.MAX_VALUE);
  }
}
