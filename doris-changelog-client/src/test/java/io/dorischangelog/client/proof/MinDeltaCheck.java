package io.dorischangelog.client.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the log of min_delta consumers. A restart repeats the windows that were not committed,
 * each with its own bounds and the same rows in the same order, and no other; snapshot and windows,
 * applied strictly, lead to the table.
 */
final class MinDeltaCheck {
  private static final long NONE = Long.MIN_VALUE;

  private final Map<Integer, Long> table;
  private final Map<Integer, Long> snapshot = new TreeMap<>();

  /** The last reading of each window, by its end. */
  private final TreeMap<Long, List<Effect>> windows = new TreeMap<>();

  /** The longest reading of each window before the last. */
  private final Map<Long, List<Effect>> earlier = new HashMap<>();

  private long window = NONE;
  private boolean firstOfRun;
  private boolean complete = true;
  private long attempted = NONE;
  private long committed = NONE;
  private long rows;

  /** A check against the table's last content. */
  MinDeltaCheck(Map<Integer, Long> table) {
    this.table = table;
  }

  Verdict judge(List<ConsumerLog.Entry> entries) {
    for (ConsumerLog.Entry entry : entries) {
      if (entry instanceof ConsumerLog.Start) {
        firstOfRun = true;
      } else if (entry instanceof ConsumerLog.Committing) {
        attempted = doneWindow();
      } else if (entry instanceof ConsumerLog.Committed) {
        committed = doneWindow();
      } else if (entry instanceof ConsumerLog.Applied row) {
        rows++;
        if (row.isSnapshot()) {
          snapshotRow(row.effect());
        } else {
          change(row);
        }
        firstOfRun = false;
      }
    }
    return verdict();
  }

  /** The end of the last window that was applied whole. */
  private long doneWindow() {
    if (complete || window == NONE) {
      return window;
    }
    Long before = windows.lowerKey(window);
    return before == null ? NONE : before;
  }

  private Verdict verdict() {
    assertThat(complete).as("the last window is complete").isTrue();
    assertThat(windows.lastKey()).as("the last window is the newest").isEqualTo(window);
    Map<Integer, Long> applied = new TreeMap<>(snapshot);
    long misfits = 0;
    long distinct = snapshot.size();
    for (List<Effect> effects : windows.values()) {
      distinct += effects.size();
      misfits += effects.stream().filter(effect -> !effect.applyTo(applied)).count();
    }
    assertThat(applied).as("snapshot and all windows").isEqualTo(table);
    return new Verdict(rows, distinct, rows - distinct, misfits);
  }

  private void snapshotRow(Effect effect) {
    if (firstOfRun) {
      assertThat(committed).as("committed before a snapshot began again").isEqualTo(NONE);
      snapshot.clear();
      window = NONE;
      complete = true;
    }
    assertThat(snapshot.put(effect.id(), effect.version())).as("twice: " + effect).isNull();
  }

  private void change(ConsumerLog.Applied row) {
    long end = row.windowEndMillis() < 0 ? row.nextStartMillis() : row.windowEndMillis();
    if (firstOfRun) {
      assertThat(isNextAfter(committed, end) || isNextAfter(attempted, end))
          .as("first window of a new reader: " + row)
          .isTrue();
      begin(end);
    } else if (end != window) {
      assertThat(complete).as("end of the window before " + row).isTrue();
      assertThat(isNextAfter(window, end)).as("window after " + window + ": " + row).isTrue();
      begin(end);
    }
    List<Effect> read = windows.get(end);
    List<Effect> before = earlier.get(end);
    if (read.size() < before.size()) {
      assertThat(row.effect()).as("in a repeated window").isEqualTo(before.get(read.size()));
    }
    read.add(row.effect());
    complete = row.windowEndMillis() < 0;
    assertThat(!complete || read.size() >= before.size()).as("all rows of a window").isTrue();
  }

  /** Whether it is the one that followed when it was read first, or a new one. */
  private boolean isNextAfter(long done, long end) {
    Long known = windows.higherKey(done);
    return known == null ? end > done : end == known;
  }

  private void begin(long end) {
    window = end;
    List<Effect> last = windows.getOrDefault(end, List.of());
    if (last.size() >= earlier.getOrDefault(end, List.of()).size()) {
      earlier.put(end, last);
    }
    windows.put(end, new ArrayList<>());
  }
}
