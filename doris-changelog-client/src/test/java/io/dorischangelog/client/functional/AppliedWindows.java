package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.StudentTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A consumer of net changes: it applies a window and its commit as one unit, so that what it had
 * applied of an unfinished window is gone after a crash. Every change must fit what it has.
 */
final class AppliedWindows implements Applied {
  private Map<Integer, Integer> durable = new TreeMap<>();
  private Map<Integer, Integer> target = new TreeMap<>();
  private Map<Integer, Integer> windowStart = new TreeMap<>();
  private boolean repeating;
  private long rows;
  private long repeated;

  @Override
  public void begin() {
    target = new TreeMap<>(durable);
    windowStart = new TreeMap<>(target);
    repeating = false;
  }

  @Override
  public void apply(ChangeBatch batch) {
    if (batch.rowCount() > 0 && batch.replayed() && !repeating) {
      target = new TreeMap<>(windowStart);
      repeating = true;
    }
    batch.forEach(this::apply);
    if (batch.endsWindow()) {
      windowStart = new TreeMap<>(target);
      repeating = false;
    }
  }

  private void apply(Change change) {
    rows++;
    repeated += change.replayed() ? 1 : 0;
    int id = change.row().getInt("id");
    int age = change.row().getInt("age");
    Integer before = target.get(id);
    switch (change.kind()) {
      case INSERT -> {
        assertThat(before).as("before " + change).isNull();
        target.put(id, age);
      }
      case UPDATE_BEFORE -> assertThat(before).as("before " + change).isEqualTo(age);
      case UPDATE_AFTER -> {
        assertThat(before).as("before " + change).isNotNull();
        target.put(id, age);
      }
      case DELETE -> {
        assertThat(before).as("before " + change).isEqualTo(age);
        target.remove(id);
      }
      default -> throw new AssertionError("not a net change: " + change);
    }
  }

  @Override
  public void committed(boolean windowEnded) {
    if (windowEnded) {
      durable = new HashMap<>(target);
    }
  }

  @Override
  public void requireComplete(StudentTable table, List<Seen> unused) {
    Map<Integer, Integer> source = new TreeMap<>();
    table
        .server()
        .execute("SELECT id, age FROM " + StudentTable.NAME)
        .forEach(row -> source.put((Integer) row.get(0), (Integer) row.get(1)));
    assertThat(target).isEqualTo(source);
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public long repeated() {
    return repeated;
  }
}
