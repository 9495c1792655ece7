package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.EndpointShape.Columns;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a result whose columns differ from those of the others.
 *
 * @param from columns as the statement gives them; none: nothing differs
 * @param places place of each sent column among them
 * @param sent columns as they are sent
 */
record OddPart(List<ResultColumn> from, List<Integer> places, List<ResultColumn> sent) {
  static final OddPart NONE = new OddPart(List.of(), List.of(), List.of());

  static OddPart of(Columns said, List<ResultColumn> columns) {
    int count = columns.size();
    return switch (said) {
      case SAME, NOT_PLANNED -> NONE;
      case WIDER_IN_LAST ->
          new OddPart(
              columns,
              IntStream.range(0, count).boxed().toList(),
              columns.stream().map(OddPart::wider).toList());
      case TURNED_IN_LAST -> {
        List<Integer> turned = IntStream.range(0, count).mapToObj(i -> count - 1 - i).toList();
        yield new OddPart(columns, turned, turned.stream().map(columns::get).toList());
      }
    };
  }

  private static ResultColumn wider(ResultColumn column) {
    return column.type().equals(DorisType.of(DorisType.Kind.INT))
        ? new ResultColumn(
            column.label(),
            DorisType.of(DorisType.Kind.BIGINT),
            column.nullable(),
            column.backEndLabel())
        : column;
  }

  EndpointPlanner.Query query(EndpointPlanner.Query query) {
    Result.Rows rows = query.rows();
    return from.isEmpty()
        ? query
        : new EndpointPlanner.Query(
            query.sessionId(),
            query.sql(),
            new Result.Rows(sent, rows.rows(), rows.servedBy()),
            query.layout(),
            query.batchSize());
  }

  RowSource rows(RowSource rows) {
    return from.isEmpty() ? rows : () -> turned(rows.next());
  }

  private @Nullable Object @Nullable [] turned(@Nullable Object @Nullable [] row) {
    if (row == null) {
      return null;
    }
    @Nullable Object[] turned = new Object[row.length];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = Values.cast(row[places.get(i)], sent.get(i).type());
    }
    return turned;
  }
}
