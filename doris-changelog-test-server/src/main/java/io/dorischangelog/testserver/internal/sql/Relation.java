package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What stands behind FROM. */
public sealed interface Relation {

  /** The name under which its columns may be qualified; empty if it was given none. */
  Optional<String> alias();

  /**
   * A table, a view or a page of {@code information_schema}.
   *
   * @param scan the {@code @name(...)} behind it
   * @param partitions PARTITION (...): empty means all
   * @param tablets TABLET (...): empty means all
   */
  record Named(
      TableName name,
      Optional<ScanParameters> scan,
      List<String> partitions,
      List<Long> tablets,
      Optional<AsOf> asOf,
      Optional<String> alias)
      implements Relation {
    public Named {
      partitions = List.copyOf(partitions);
      tablets = List.copyOf(tablets);
    }
  }

  /**
   * A table function such as {@code binlog("table" = "t")}.
   *
   * @param name in lower case
   */
  record Function(String name, Map<String, String> properties, Optional<String> alias)
      implements Relation {
    public Function {
      properties = Map.copyOf(properties);
    }
  }

  /**
   * {@code @kind("key" = "value", ...)}.
   *
   * @param kind in lower case, such as {@code incr}
   * @param values keys exactly as written: they are case-sensitive
   */
  record ScanParameters(String kind, Map<String, String> values) {
    public ScanParameters {
      values = Map.copyOf(values);
    }
  }

  /**
   * {@code FOR VERSION AS OF n} or {@code FOR TIME AS OF 'text'}: exactly one of the two is set.
   */
  record AsOf(@Nullable Long version, @Nullable String time) {}
}
