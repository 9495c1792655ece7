package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows and records of one tablet. Guarded by the catalog's lock; what it hands out is fixed. */
final class TabletStore {
  private final long id;
  private final int backEnd;
  private final TreeMap<RowKey, RowVersion> keyed = new TreeMap<>();
  private AppendList<RowVersion> plain = new AppendList<>(RowVersion[]::new);
  private final AppendList<LogRecord> log = new AppendList<>(LogRecord[]::new);
  private long live;

  TabletStore(long id, int backEnd) {
    this.id = id;
    this.backEnd = backEnd;
  }

  long id() {
    return id;
  }

  Tablet describe() {
    return new Tablet(id, backEnd, live);
  }

  @Nullable RowVersion find(RowKey key) {
    return keyed.get(key);
  }

  /** Puts the row of a key, or its mark. */
  void put(RowKey key, RowVersion row) {
    RowVersion old = keyed.put(key, row);
    live += (row.deleted ? 0 : 1) - (old == null || old.deleted ? 0 : 1);
  }

  void remove(RowKey key) {
    RowVersion old = keyed.remove(key);
    live -= old == null || old.deleted ? 0 : 1;
  }

  /** Adds a row of a duplicate table. */
  void add(RowVersion row) {
    plain.add(row);
    live++;
  }

  /** Removes rows of a duplicate table. */
  void removeIf(Predicate<RowVersion> doomed) {
    AppendList<RowVersion> kept = new AppendList<>(RowVersion[]::new);
    rows().stream().filter(doomed.negate()).forEach(kept::add);
    plain = kept;
    live = kept.view().size();
  }

  void record(LogRecord entry) {
    log.add(entry);
  }

  AppendList.View<LogRecord> log() {
    return log.view();
  }

  /** The rows now, those of unique tables in the order of their keys. */
  List<RowVersion> rows() {
    List<RowVersion> rows = new ArrayList<>(Math.toIntExact(live));
    keyed.values().stream().filter(row -> !row.deleted).forEach(rows::add);
    AppendList.View<RowVersion> view = plain.view();
    for (int i = 0; i < view.size(); i++) {
      rows.add(view.get(i));
    }
    return rows;
  }
}
