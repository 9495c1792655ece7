package io.dorischangelog.client.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the log of min_delta consumers. A restart repeats the window it was in, with the same rows
 * in the same order, and no other; snapshot and windows, applied strictly, lead to the table.
 */
final class MinDeltaCheck {
  private final Map<Integer, Long> table;
  private final Map<Integer, Long> snapshot = new TreeMap<>();
  private final TreeMap<Long, List<Effect>> windows = new TreeMap<>();
  private List<Effect> earlier = List.of();
  private List<Effect> open = new ArrayList<>();
  private long window = Long.MIN_VALUE;
  private boolean firstOfRun;
  private boolean complete = true;
  private boolean attempted = true;
  private boolean committed;
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
        attempted = complete;
      } else if (entry instanceof ConsumerLog.Committed) {
        committed = complete;
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

  private Verdict verdict() {
    assertThat(complete).as("the last window is complete").isTrue();
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
      assertThat(windows).as("windows before a snapshot began again").isEmpty();
      snapshot.clear();
    }
    assertThat(snapshot.put(effect.id(), effect.version())).as("twice: " + effect).isNull();
  }

  private void change(ConsumerLog.Applied row) {
    long end = row.windowEndMillis() < 0 ? row.nextStartMillis() : row.windowEndMillis();
    if (end != window) {
      assertThat(end).as("window of " + row).isGreaterThan(window);
      assertThat(complete && (attempted || !firstOfRun)).as("end before " + row).isTrue();
      begin(end, List.of());
    } else if (firstOfRun) {
      assertThat(committed).as("the repeated window was committed: " + row).isFalse();
      begin(end, open);
    }
    int index = open.size();
    open.add(row.effect());
    if (index < earlier.size()) {
      assertThat(row.effect()).as("in the repeated window").isEqualTo(earlier.get(index));
    }
    complete = row.windowEndMillis() < 0;
    committed = false;
    attempted = false;
  }

  private void begin(long end, List<Effect> before) {
    window = end;
    // The longest attempt so far; a shorter repetition is a prefix of it.
    earlier = before.size() > earlier.size() || before.isEmpty() ? before : earlier;
    open = new ArrayList<>();
    windows.put(end, open);
  }
}
