package io.dorischangelog.flink;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.scan.ColumnPredicate;
import io.dorischangelog.client.scan.ColumnPredicate.Comparison;
import io.dorischangelog.client.scan.ColumnPredicate.IsNull;
import io.dorischangelog.client.scan.ColumnPredicate.Operator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;

/**
 * Says what Flink wants to filter by in the client's terms. A condition that has no such form, or
 * is not exactly the same in Doris, is left to Flink.
 */
final class PushedFilter {
  private static final Map<FunctionDefinition, Operator> OPERATORS =
      Map.of(
          BuiltInFunctionDefinitions.EQUALS, Operator.EQUAL,
          BuiltInFunctionDefinitions.NOT_EQUALS, Operator.NOT_EQUAL,
          BuiltInFunctionDefinitions.LESS_THAN, Operator.LESS,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, Operator.LESS_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN, Operator.GREATER,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Operator.GREATER_OR_EQUAL);

  private final List<Column> columns;

  /**
   * @param columns that may be filtered by
   */
  PushedFilter(List<Column> columns) {
    this.columns = columns;
  }

  /** The condition, if Doris finds exactly the rows that Flink would. */
  Optional<ColumnPredicate> of(ResolvedExpression condition) {
    return translated(condition).filter(found -> found.isExactFor(columns));
  }

  private static Optional<ColumnPredicate> translated(ResolvedExpression condition) {
    if (condition instanceof FieldReferenceExpression flag) {
      return Optional.of(new Comparison(flag.getName(), Operator.EQUAL, true));
    }
    return condition instanceof CallExpression call ? called(call) : Optional.empty();
  }

  private static Optional<ColumnPredicate> called(CallExpression call) {
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> arguments = call.getResolvedChildren();
    if (function.equals(BuiltInFunctionDefinitions.AND)) {
      return parts(arguments).map(ColumnPredicate::and);
    } else if (function.equals(BuiltInFunctionDefinitions.OR)) {
      return parts(arguments).map(ColumnPredicate::or);
    } else if (function.equals(BuiltInFunctionDefinitions.NOT)) {
      return translated(arguments.get(0)).map(ColumnPredicate.Not::new);
    }
    boolean isNull = function.equals(BuiltInFunctionDefinitions.IS_NULL);
    if (isNull || function.equals(BuiltInFunctionDefinitions.IS_NOT_NULL)) {
      return column(arguments.get(0)).map(name -> new IsNull(name, isNull));
    }
    Operator operator = OPERATORS.get(function);
    return operator == null
        ? Optional.empty()
        : compared(arguments.get(0), operator, arguments.get(1))
            .or(() -> compared(arguments.get(1), operator.mirrored(), arguments.get(0)));
  }

  private static Optional<List<ColumnPredicate>> parts(List<ResolvedExpression> conditions) {
    List<ColumnPredicate> parts =
        conditions.stream().flatMap(part -> translated(part).stream()).toList();
    return Optional.of(parts).filter(all -> all.size() == conditions.size());
  }

  private static Optional<ColumnPredicate> compared(
      ResolvedExpression left, Operator operator, ResolvedExpression right) {
    return column(left)
        .flatMap(
            name ->
                constant(right).flatMap(value -> ColumnPredicate.compare(name, operator, value)));
  }

  private static Optional<String> column(ResolvedExpression expression) {
    return expression instanceof FieldReferenceExpression field
        ? Optional.of(field.getName())
        : Optional.empty();
  }

  private static Optional<?> constant(ResolvedExpression expression) {
    return expression instanceof ValueLiteralExpression literal
        ? literal.getValueAs(literal.getOutputDataType().getConversionClass())
        : Optional.empty();
  }
}
