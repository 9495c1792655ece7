package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Holds the rows of several endpoints until all are there and gives them back in the order of the
 * given columns. Text is compared by its unsigned UTF-8 bytes, as the server does.
 */
final class RowSorter implements RowOrder {
  private static final int ROWS_PER_BATCH = 4064;

  private final List<String> columns;
  private final BufferAllocator allocator;
  private final long budgetBytes;
  private final List<VectorSchemaRoot> held = new ArrayList<>();
  private long bytes;

  /** Where a row is held. */
  private record Place(VectorSchemaRoot batch, int row) {}

  RowSorter(List<String> columns, BufferAllocator allocator, long budgetBytes) {
    this.columns = columns;
    this.allocator = allocator;
    this.budgetBytes = budgetBytes;
  }

  @Override
  public boolean hold(VectorSchemaRoot rows) {
    held.add(rows);
    bytes += ScanMemory.bytes(rows);
    if (bytes > budgetBytes) {
      throw new UnsupportedServerException(
          ErrorContext.NONE,
          "The server spreads one window over several endpoints although"
              + " enable_parallel_result_sink was set to false, and its rows do not fit into"
              + " fetch-max-bytes ("
              + budgetBytes
              + ") to be put in order; raise fetch-max-bytes or lower max-window",
          List.of(),
          null);
    }
    return true;
  }

  @Override
  public void forEachRemaining(Consumer consumer) throws InterruptedException {
    Place[] places =
        held.stream()
            .flatMap(
                batch ->
                    IntStream.range(0, batch.getRowCount()).mapToObj(row -> new Place(batch, row)))
            .toArray(Place[]::new);
    Arrays.sort(places, order());
    for (int from = 0; from < places.length; from += ROWS_PER_BATCH) {
      consumer.accept(copy(places, from, Math.min(places.length, from + ROWS_PER_BATCH)));
    }
  }

  private Comparator<Place> order() {
    return (left, right) -> {
      int result = 0;
      for (int i = 0; i < columns.size() && result == 0; i++) {
        result = compare(columns.get(i), left, right);
      }
      return result;
    };
  }

  private static int compare(String column, Place left, Place right) {
    FieldVector a = left.batch().getVector(column);
    FieldVector b = right.batch().getVector(column);
    if (a.isNull(left.row()) || b.isNull(right.row())) {
      return Boolean.compare(!a.isNull(left.row()), !b.isNull(right.row()));
    }
    if (a instanceof BaseIntVector x && b instanceof BaseIntVector y) {
      return Long.compare(x.getValueAsLong(left.row()), y.getValueAsLong(right.row()));
    }
    if (a instanceof VarCharVector x && b instanceof VarCharVector y) {
      return Arrays.compareUnsigned(x.get(left.row()), y.get(right.row()));
    }
    return compareObjects(a.getObject(left.row()), b.getObject(right.row()));
  }

  private static int compareObjects(Object a, Object b) {
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return x.compareTo(y);
    }
    if (a instanceof Integer x && b instanceof Integer y) {
      return x.compareTo(y);
    }
    if (a instanceof Long x && b instanceof Long y) {
      return x.compareTo(y);
    }
    // Any fixed order serves: these types are not allowed as keys.
    return Arrays.compareUnsigned(
        a.toString().getBytes(StandardCharsets.UTF_8),
        b.toString().getBytes(StandardCharsets.UTF_8));
  }

  private VectorSchemaRoot copy(Place[] places, int from, int to) {
    VectorSchemaRoot target = VectorSchemaRoot.create(held.get(0).getSchema(), allocator);
    for (FieldVector vector : target.getFieldVectors()) {
      int column = target.getFieldVectors().indexOf(vector);
      vector.setInitialCapacity(to - from);
      for (int i = from; i < to; i++) {
        vector.copyFromSafe(places[i].row(), i - from, places[i].batch().getVector(column));
      }
      vector.setValueCount(to - from);
    }
    target.setRowCount(to - from);
    return target;
  }

  @Override
  public void close() {
    held.forEach(VectorSchemaRoot::close);
    held.clear();
  }
}
