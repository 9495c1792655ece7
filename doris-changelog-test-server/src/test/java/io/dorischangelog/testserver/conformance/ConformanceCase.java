package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One recorded conversation with a server.
 *
 * @param table the table that the operations and reads are about; empty if statements create it
 * @param transactions steps, numbered from 1; the operations of one step commit together
 */
record ConformanceCase(
    String name, Optional<Table> table, List<List<Operation>> transactions, List<Read> reads) {

  /**
   * A table as the case describes it.
   *
   * @param unique UNIQUE_MOW, else DUPLICATE
   * @param partitions clauses in SQL, or ranges in prose such as {@code p1: id < 10}
   * @param changelog whether changes are recorded at all
   */
  record Table(
      String name,
      boolean unique,
      List<Column> columns,
      List<String> keys,
      boolean history,
      long ttlSeconds,
      Optional<Sequence> sequence,
      Map<String, JsonNode> defaults,
      List<String> partitions,
      Map<String, String> properties,
      boolean changelog) {}

  /** A column; {@code type} as SQL writes it. */
  record Column(String name, String type, boolean nullable) {}

  /**
   * A sequence column.
   *
   * @param value its type if hidden, else the name of the visible column
   */
  record Sequence(boolean hidden, String value) {}

  /**
   * One operation of a step.
   *
   * @param kind INSERT, UPDATE, DELETE, PARTIAL_UPDATE, FLEXIBLE_PARTIAL_UPDATE, DDL or WAIT
   * @param rows arrays of values, or objects of a flexible partial update
   * @param columns of the rows; empty: all, in the table's order at that time
   * @param sql the statement, perhaps without the table's name
   * @param seconds of WAIT
   * @param expectError a part of the message with which it must fail
   * @param newKeyBehavior of PARTIAL_UPDATE
   */
  record Operation(
      String kind,
      List<JsonNode> rows,
      List<String> columns,
      Optional<String> sql,
      double seconds,
      Optional<String> expectError,
      Optional<String> newKeyBehavior) {}

  /**
   * One read.
   *
   * @param via incr, raw, table, sql or rule
   * @param at the moment, such as {@code after txn 3}; empty: after the last step
   * @param expect the rows; empty if only an error or a count is expected
   * @param expectCount number of rows without {@code where}
   */
  record Read(
      String via,
      Optional<String> incrementType,
      Optional<String> from,
      Optional<String> to,
      List<String> columns,
      List<String> orderedBy,
      boolean exactOrder,
      Optional<String> at,
      Optional<String> where,
      boolean selectOp,
      Map<String, String> extraParameters,
      Optional<String> sql,
      Optional<List<JsonNode>> expect,
      Optional<Long> expectCount,
      Optional<String> expectError) {

    /** How failure texts name the read. */
    String label() {
      String window = from.orElse("") + " .. " + to.orElse("");
      return via
          + incrementType.map(type -> " " + type).orElse("")
          + (from.isPresent() || to.isPresent() ? " [" + window + "]" : "")
          + at.map(moment -> " " + moment).orElse("")
          + " "
          + columns;
    }
  }
}
