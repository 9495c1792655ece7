package io.dorischangelog.client.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the log of detail consumers with the list of all changes. Every run must go on at the
 * change behind the last commit and hand out one change after the other; the first one belongs
 * behind exactly the snapshot that was read.
 */
final class DetailCheck {
  private static final int NONE = -1;

  private final List<Effect> effects;
  private final Map<Effect, Integer> indexes = new HashMap<>();
  private final boolean wholePosition;

  private final Map<Integer, Long> snapshot = new TreeMap<>();
  private final Set<Integer> seen = new HashSet<>();
  private boolean seamAhead = true;
  private boolean firstOfRun;
  private int seam = NONE;
  private int last = NONE;
  private int attempted = NONE;
  private int committed = NONE;
  private int newest = NONE;
  private long committedMillis = Long.MIN_VALUE;
  private long rows;

  /** A check against all effects, in the order of the changelog. */
  DetailCheck(List<Effect> effects, boolean wholePosition) {
    this.effects = effects;
    this.wholePosition = wholePosition;
    for (int i = 0; i < effects.size(); i++) {
      assertThat(indexes.put(effects.get(i), i)).isNull();
    }
  }

  Verdict judge(List<ConsumerLog.Entry> entries) {
    for (ConsumerLog.Entry entry : entries) {
      if (entry instanceof ConsumerLog.Start) {
        firstOfRun = true;
      } else if (entry instanceof ConsumerLog.Committing) {
        attempted = last;
      } else if (entry instanceof ConsumerLog.Committed done) {
        committed = last;
        committedMillis = Math.max(committedMillis, done.nextStartMillis());
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
    assertThat(last).as("last change applied").isEqualTo(effects.size() - 1);
    long distinct = (long) snapshot.size() + effects.size() - seam;
    long found = (long) snapshot.size() + seen.stream().filter(index -> index >= seam).count();
    return new Verdict(rows, distinct, rows - found, distinct - found);
  }

  private void snapshotRow(Effect effect) {
    if (firstOfRun) {
      if (wholePosition) {
        assertThat(committed).as("committed before a snapshot began again").isEqualTo(NONE);
      }
      snapshot.clear();
      seen.clear();
      seamAhead = true;
      last = NONE;
      attempted = NONE;
    }
    assertThat(snapshot.put(effect.id(), effect.version())).as("twice: " + effect).isNull();
  }

  private void change(ConsumerLog.Applied row) {
    Integer index = indexes.get(row.effect());
    assertThat(index).as("not in the changelog: " + row).isNotNull();
    if (seamAhead) {
      assertThat(snapshot).as("snapshot before " + row).isEqualTo(tableBefore(index));
      seam = index;
      seamAhead = false;
      committed = NONE;
    } else if (!firstOfRun) {
      assertThat(index).as("change after the last: " + row).isEqualTo(last + 1);
    } else if (wholePosition) {
      assertThat(index)
          .as("first change of a new reader: " + row)
          .isIn(Math.max(committed, seam - 1) + 1, Math.max(attempted, seam - 1) + 1);
    } else {
      assertThat(index).as("first change: " + row).isLessThanOrEqualTo(newest + 1);
      assertThat(row.commitMillis()).isGreaterThanOrEqualTo(committedMillis / 1000 * 1000);
    }
    last = index;
    newest = Math.max(newest, index);
    seen.add(index);
  }

  private Map<Integer, Long> tableBefore(int index) {
    Map<Integer, Long> table = new TreeMap<>();
    for (Effect effect : effects.subList(0, index)) {
      assertThat(effect.applyTo(table)).as(effect.toString()).isTrue();
    }
    return table;
  }
}
