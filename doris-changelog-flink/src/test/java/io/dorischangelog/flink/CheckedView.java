package io.dorischangelog.flink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.jspecify.annotations.Nullable;

/**
 * A view in the state of a job, so that it is rolled back with the job, which also judges each
 * change against the rows that it has.
 */
final class CheckedView
    extends RichMapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  /** What is kept, and what cannot be. */
  enum Judgement {
    /** Rows by key; a change must find the row before it. */
    CHANGES_FIT,
    /** Rows by key; a change finds whatever it finds. */
    BY_KEY,
    /** Every row there ever was. */
    ROWS
  }

  private final String name;
  private final Judgement judgement;
  private final HashMap<Integer, String> rows = new HashMap<>();
  private final HashSet<Tuple3<String, Integer, String>> all = new HashSet<>();
  private transient @Nullable ListState<Tuple3<String, Integer, String>> state;
  private transient int task;

  CheckedView(String name, Judgement judgement) {
    this.name = name;
    this.judgement = judgement;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    task = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    int groups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
    ListState<Tuple3<String, Integer, String>> restored =
        context
            .getOperatorStateStore()
            .getUnionListState(
                new ListStateDescriptor<>(
                    "rows", Types.TUPLE(Types.STRING, Types.INT, Types.STRING)));
    for (Tuple3<String, Integer, String> row : restored.get()) {
      if (KeyGroupRangeAssignment.assignKeyToParallelOperator(row.f1, groups, tasks) == task) {
        keep(row);
      }
    }
    state = restored;
    findings().opened(task, tasks, this);
  }

  private Findings findings() {
    return Findings.of(name);
  }

  private void keep(Tuple3<String, Integer, String> row) {
    if (judgement == Judgement.ROWS) {
      all.add(row);
    } else {
      rows.put(row.f1, row.f2);
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    List<Tuple3<String, Integer, String>> kept = new ArrayList<>(all);
    rows.forEach((id, value) -> kept.add(Tuple3.of("", id, value)));
    Objects.requireNonNull(state).update(kept);
  }

  @Override
  public Tuple3<String, Integer, String> map(Tuple3<String, Integer, String> change) {
    FailAfter.passed(name);
    if (change.f0.equals("+S")) {
      findings().takeTime();
    }
    findings().arrived(task, this, change);
    return change;
  }

  /** Takes a change; the findings call this under their lock. */
  void apply(Tuple3<String, Integer, String> change) {
    if (judgement == Judgement.ROWS) {
      if (!all.add(change) && !change.f0.equals("+S")) {
        findings().repeatedInState();
      }
      return;
    }
    if (judgement == Judgement.CHANGES_FIT) {
      judge(change, rows.get(change.f1));
    }
    if (change.f0.equals("-D")) {
      rows.remove(change.f1);
    } else if (!change.f0.equals("-U")) {
      rows.put(change.f1, change.f2);
    }
  }

  private void judge(Tuple3<String, Integer, String> change, @Nullable String found) {
    boolean fits =
        switch (change.f0) {
          case "+I" -> found == null;
          case "+S" -> found == null || found.equals(change.f2);
          case "-U", "-D" -> change.f2.equals(found);
          default -> true;
        };
    if (!fits) {
      findings().misfit(change, found);
    }
  }

  /** The rows by key; to be asked under the lock of the findings(). */
  Map<Integer, String> rows() {
    return rows;
  }
}
