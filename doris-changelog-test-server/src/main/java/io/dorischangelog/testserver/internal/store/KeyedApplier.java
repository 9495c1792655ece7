package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Applies the writes of one transaction to a unique table. The rows of one key, in all operations,
 * merge to one record; which write wins is up to the sequence column where there is one.
 */
final class KeyedApplier {
  private final TableData data;
  private final RowLayout layout;
  private final long tso;
  private final Map<RowKey, PendingRow> pending = new LinkedHashMap<>();

  KeyedApplier(TableData data, RowLayout layout, long tso) {
    this.data = data;
    this.layout = layout;
    this.tso = tso;
  }

  void apply(IncomingRow row) {
    IncomingRow.Cells cells = row.cells();
    PendingRow target = find(cells.values);
    if (target == null || loses(target, cells)) {
      return;
    }
    switch (row.kind()) {
      case FULL -> writeWhole(target, cells);
      case PARTIAL -> merge(target, cells);
      case DELETE_SIGN -> delete(target, cells);
      case DELETE -> {
        if (target.live) {
          delete(target, cells);
        }
      }
    }
  }

  /** Deletes every row that a predicate takes, as the operations before left them. */
  void deleteWhere(Predicate<@Nullable Object[]> predicate) {
    data.partitions().all().stream()
        .flatMap(partition -> partition.tablets().stream())
        .flatMap(tablet -> tablet.rows().stream())
        .forEach(row -> find(data.decode(row.image, layout.schema())));
    IncomingRow.Cells none = new IncomingRow.Cells(new Object[layout.schema().columns().size()]);
    for (PendingRow row : pending.values()) {
      if (row.live && predicate.test(values(row).clone())) {
        delete(row, none);
      }
    }
  }

  private @Nullable PendingRow find(@Nullable Object[] values) {
    RowKey key = layout.key(values);
    PendingRow known = pending.get(key);
    if (known != null) {
      return known;
    }
    TabletStore tablet = data.tablet(values, layout);
    if (tablet == null) {
      return null;
    }
    PendingRow row = new PendingRow(key, tablet, tablet.find(key));
    pending.put(key, row);
    return row;
  }

  /** An older sequence than the row's loses; an equal one wins; NULL is the lowest. */
  private boolean loses(PendingRow target, IncomingRow.Cells cells) {
    DorisType type = data.sequenceType(layout.schema());
    if (type == null || !cells.sequenceNamed || target.sequence == null) {
      return false;
    }
    Object offered = offered(cells);
    return offered == null || Values.compare(offered, target.sequence, type) < 0;
  }

  private @Nullable Object offered(IncomingRow.Cells cells) {
    int position = data.sequencePosition(layout.schema());
    return position < 0 ? cells.hiddenSequence : cells.values[position];
  }

  private void takeSequence(PendingRow target, IncomingRow.Cells cells) {
    if (cells.sequenceNamed) {
      target.sequence = offered(cells);
    } else if (data.sequencePosition(layout.schema()) >= 0) {
      target.sequence = values(target)[data.sequencePosition(layout.schema())];
    }
  }

  private void writeWhole(PendingRow target, IncomingRow.Cells cells) {
    target.values = cells.values.clone();
    target.wroteWhole = true;
    written(target, cells);
  }

  private void merge(PendingRow target, IncomingRow.Cells cells) {
    if (!target.live) {
      target.values = cells.values.clone();
    } else {
      @Nullable Object[] values = values(target);
      for (int i = 0; i < cells.named.length; i++) {
        if (cells.named[i]) {
          values[i] = cells.values[i];
        }
      }
    }
    written(target, cells);
  }

  /** The values so far, read from the original when they are first needed. */
  private @Nullable Object[] values(PendingRow row) {
    @Nullable Object[] values = row.values;
    if (values == null) {
      values =
          row.original == null
              ? new Object[layout.schema().columns().size()]
              : data.decode(row.original.image, layout.schema());
      row.values = values;
    }
    return values;
  }

  private void written(PendingRow target, IncomingRow.Cells cells) {
    takeSequence(target, cells);
    target.inserted |= !target.live;
    target.live = true;
    target.changed = true;
  }

  /** Behind a delete stands the old row with the sequence that the delete brought (recorded). */
  private void delete(PendingRow target, IncomingRow.Cells cells) {
    target.values = target.existed() ? null : cells.values.clone();
    int position = data.sequencePosition(layout.schema());
    if (position >= 0 && cells.named[position]) {
      values(target)[position] = cells.values[position];
    }
    if (cells.sequenceNamed) {
      target.sequence = offered(cells);
    }
    target.live = false;
    target.changed = true;
  }

  /** Stores the outcome: at most one record and one row for each key. */
  void finish() {
    RecordWriter writer = new RecordWriter(data, layout, tso);
    for (PendingRow row : pending.values()) {
      if (row.changed) {
        writer.write(row);
      }
    }
  }
}
