package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.StudentTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A consumer of every change ({@code detail}, {@code append_only}): each must come behind the one
 * before it, or be flagged, or come first in a new reader and not be committed.
 */
final class AppliedChanges implements Applied {
  private final List<Step> steps = new ArrayList<>();
  private int committed;

  /**
   * @param committedBefore how many steps were committed when a new reader began with this one; -1
   *     inside a reader
   */
  private record Step(Seen change, boolean replayed, int committedBefore) {}

  private boolean fresh = true;
  private long repeated;

  @Override
  public void begin() {
    fresh = true;
  }

  @Override
  public void apply(ChangeBatch batch) {
    batch.forEach(
        change -> {
          steps.add(new Step(Seen.of(change), change.replayed(), fresh ? committed : -1));
          fresh = false;
        });
  }

  @Override
  public void committed(boolean windowEnded) {
    if (!fresh) {
      committed = steps.size(); // Else what was committed is where this reader began.
    }
  }

  @Override
  public void requireComplete(StudentTable table, List<Seen> reference) {
    Map<Seen, Integer> places = new HashMap<>();
    reference.forEach(change -> places.put(change, places.size()));
    assertThat(places).as("changes that can be told apart").hasSameSizeAs(reference);
    int last = -1;
    int furthest = -1;
    int[] applied = new int[steps.size()];
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Integer place = places.get(step.change());
      assertThat(place).as("a change of the table: " + step).isNotNull();
      if (step.committedBefore() >= 0) {
        last = step.committedBefore() == 0 ? -1 : applied[step.committedBefore() - 1];
      }
      if (!step.replayed()) {
        assertThat(place).as("change behind number " + last + ": " + step).isEqualTo(last + 1);
      }
      assertThat(place).as("no gap before " + step).isLessThanOrEqualTo(last + 1);
      repeated += place <= furthest ? 1 : 0;
      furthest = Math.max(furthest, place);
      last = place;
      applied[i] = place;
    }
    assertThat(last).as("last change").isEqualTo(reference.size() - 1);
  }

  @Override
  public long rows() {
    return steps.size();
  }

  @Override
  public long repeated() {
    return repeated;
  }
}
