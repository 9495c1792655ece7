package io.dorischangelog.testserver.internal.store;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Applies the writes of one transaction to a duplicate table: every row is added. */
final class PlainApplier {
  private final TableData data;
  private final RowLayout layout;
  private final long tso;

  PlainApplier(TableData data, RowLayout layout, long tso) {
    this.data = data;
    this.layout = layout;
    this.tso = tso;
  }

  void append(IncomingRow incoming) {
    @Nullable Object[] row = incoming.cells().values;
    TabletStore tablet = data.tablet(row, layout);
    if (tablet == null) {
      return;
    }
    byte[] image = data.encode(row, layout.schema());
    tablet.add(new RowVersion(null, image, tso, null, false));
    if (data.log().enabled()) {
      tablet.record(new LogRecord(tso, data.nextLsn(), LogRecord.INSERT, null, null, image));
    }
  }

  /** Only without the log, so nothing is recorded. */
  void deleteWhere(Predicate<@Nullable Object[]> predicate) {
    data.partitions().all().stream()
        .flatMap(partition -> partition.tablets().stream())
        .forEach(
            tablet ->
                tablet.removeIf(row -> predicate.test(data.decode(row.image, layout.schema()))));
  }
}
