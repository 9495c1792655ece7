package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.TableScan;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code numbers("number" = "10")}: the integers from 0, handy to fill tables. */
final class NumbersFunction {
  private static final ResultColumn COLUMN =
      new ResultColumn("number", DorisType.of(Kind.BIGINT), false);

  private NumbersFunction() {}

  static Source source(Map<String, String> properties) {
    long count;
    try {
      count = Long.parseLong(properties.getOrDefault("number", ""));
    } catch (NumberFormatException e) {
      throw DorisException.of("can not parse `number` param");
    }
    return Source.of("numbers", new Scan(count), 1);
  }

  private record Scan(long count) implements TableScan {
    @Override
    public List<ResultColumn> columns() {
      return List.of(COLUMN);
    }

    @Override
    public RowSource rows(int... projection) {
      return new RowSource() {
        private long next;

        @Override
        public @Nullable Object @Nullable [] next() {
          return next < count ? row(next++) : null;
        }

        private Object[] row(long number) {
          Object[] row = new Object[projection.length];
          java.util.Arrays.fill(row, number);
          return row;
        }
      };
    }
  }
}
