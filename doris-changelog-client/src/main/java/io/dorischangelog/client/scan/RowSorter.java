package io.dorischangelog.client.scan;

import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.decode.KeyOrder;
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
 * Holds the rows of a window until all are there and gives them back in the order of the given
 * columns. Text is compared by its unsigned UTF-8 bytes, as the server does.
 */
final class RowSorter implements RowOrder {
  private static final int ROWS_PER_BATCH = 4064;

  private final List<OrderColumn> columns;
  private final BufferAllocator allocator;
  private final long limitBytes;
  private final Overflow overflow;
  private final List<Held> held = new ArrayList<>();
  private long bytes;

  /**
   * A column to sort by.
   *
   * @param family its declared type, which may travel in a shape of another order
   */
  record OrderColumn(String name, Family family) {}

  /** Says what to do with a window that is too large. */
  interface Overflow {
    RestartException restart();
  }

  /** A batch with its columns to sort by. */
  private record Held(VectorSchemaRoot rows, List<FieldVector> order) {}

  /** Where a row is held. */
  private record Place(Held batch, int row) {}

  /**
   * @param limitBytes most that is held
   * @param overflow asked when more comes
   */
  RowSorter(
      List<OrderColumn> columns, BufferAllocator allocator, long limitBytes, Overflow overflow) {
    this.columns = columns;
    this.allocator = allocator;
    this.limitBytes = limitBytes;
    this.overflow = overflow;
  }

  @Override
  public boolean hold(VectorSchemaRoot rows) throws RestartException {
    List<FieldVector> order =
        columns.stream().map(column -> rows.getVector(column.name())).toList();
    held.add(new Held(rows, order));
    bytes += ArrowChangeBatch.bytes(rows);
    if (bytes > limitBytes) {
      throw overflow.restart();
    }
    return true;
  }

  @Override
  public void forEachRemaining(Consumer consumer) throws InterruptedException, RestartException {
    Place[] places =
        held.stream()
            .flatMap(
                batch ->
                    IntStream.range(0, batch.rows().getRowCount())
                        .mapToObj(row -> new Place(batch, row)))
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
        result = compare(i, left, right);
      }
      return result;
    };
  }

  private int compare(int column, Place left, Place right) {
    Family family = columns.get(column).family();
    FieldVector a = left.batch().order().get(column);
    FieldVector b = right.batch().order().get(column);
    if (a.isNull(left.row()) || b.isNull(right.row())) {
      return Boolean.compare(!a.isNull(left.row()), !b.isNull(right.row()));
    }
    if (a instanceof BaseIntVector x && b instanceof BaseIntVector y) {
      return KeyOrder.compareNumbers(
          x.getValueAsLong(left.row()), y.getValueAsLong(right.row()), family);
    }
    if (a instanceof VarCharVector x && b instanceof VarCharVector y) {
      return KeyOrder.compareTexts(x.get(left.row()), y.get(right.row()), family);
    }
    return compareObjects(a.getObject(left.row()), b.getObject(right.row()), family);
  }

  @SuppressWarnings("unchecked") // Two values of one class that compares with itself.
  private static int compareObjects(Object a, Object b, Family family) {
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return x.compareTo(y);
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return KeyOrder.compareBytes(x, y, family);
    }
    if (a instanceof Comparable<?> x && a.getClass() == b.getClass()) {
      return ((Comparable<Object>) x).compareTo(b);
    }
    // Any fixed order serves: these types are not allowed as keys.
    return Arrays.compareUnsigned(
        a.toString().getBytes(StandardCharsets.UTF_8),
        b.toString().getBytes(StandardCharsets.UTF_8));
  }

  private VectorSchemaRoot copy(Place[] places, int from, int to) {
    VectorSchemaRoot target = VectorSchemaRoot.create(held.get(0).rows().getSchema(), allocator);
    for (int column = 0; column < target.getFieldVectors().size(); column++) {
      FieldVector vector = target.getVector(column);
      vector.setInitialCapacity(to - from);
      for (int i = from; i < to; i++) {
        vector.copyFromSafe(places[i].row(), i - from, places[i].batch().rows().getVector(column));
      }
      vector.setValueCount(to - from);
    }
    target.setRowCount(to - from);
    return target;
  }

  @Override
  public void close() {
    held.forEach(batch -> batch.rows().close());
    held.clear();
  }
}
