package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.ArrowBatchWriter;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * What a front end streams itself: text columns, and {@code StatusResult} where there are no rows.
 */
final class FrontEndResults {
  private static final List<ResultColumn> STATUS =
      List.of(new ResultColumn("StatusResult", DorisType.of(DorisType.Kind.STRING), true));

  private FrontEndResults() {}

  static List<ResultColumn> columns(Result result) {
    return result instanceof Result.Rows rows ? rows.columns() : STATUS;
  }

  static RowSource rows(Result result) {
    if (result instanceof Result.Rows rows) {
      return rows.rows();
    }
    Iterator<@Nullable Object[]> status =
        List.<@Nullable Object[]>of(new Object[] {"0"}).iterator();
    return () -> status.hasNext() ? status.next() : null;
  }

  static ArrowBatchWriter writer(Result result, BufferAllocator allocator) {
    return ArrowBatchWriter.text(columns(result), FrontEndResults::printer, allocator);
  }

  private static Function<Object, String> printer(ResultColumn column) {
    return value -> Objects.requireNonNullElse(Values.format(value, column.type()), "\\N");
  }
}
