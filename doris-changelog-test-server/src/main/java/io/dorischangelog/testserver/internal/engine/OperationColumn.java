package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.TableScan;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Gives the operation column the width that the settings ask for; the store has it as BIGINT. */
record OperationColumn(EngineSettings settings) {

  TableScan narrowed(TableScan scan) {
    return settings.wideOperation() ? scan : new Narrowed(scan, indexOf(scan));
  }

  private int indexOf(TableScan scan) {
    for (int i = 0; i < scan.columns().size(); i++) {
      if (scan.columns().get(i).label().equals(settings.names().opColumn())) {
        return i;
      }
    }
    throw new IllegalStateException("no operation column in " + scan.columns());
  }

  private record Narrowed(TableScan scan, int operation) implements TableScan {
    @Override
    public List<ResultColumn> columns() {
      List<ResultColumn> columns = new ArrayList<>(scan.columns());
      String label = columns.get(operation).label();
      columns.set(operation, new ResultColumn(label, DorisType.of(Kind.TINYINT), false));
      return columns;
    }

    @Override
    public RowSource rows(int... projection) {
      RowSource wide = scan.rows(projection);
      return new RowSource() {
        @Override
        public @Nullable Object @Nullable [] next() {
          @Nullable Object[] row = wide.next();
          for (int i = 0; row != null && i < projection.length; i++) {
            if (projection[i] == operation && row[i] instanceof Number op) {
              row[i] = op.byteValue();
            }
          }
          return row;
        }

        @Override
        public int fill(VectorSchemaRoot root, int maxRows) {
          return wide.fill(root, maxRows);
        }
      };
    }
  }
}
