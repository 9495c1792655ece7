package io.dorischangelog.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** The task managers of a small cluster, which can be lost and replaced. */
final class TaskManagers {
  private static final int PATIENCE_SECONDS = 60;

  private final MiniCluster cluster;
  private final List<Integer> running = new ArrayList<>();
  private int started;

  /**
   * @param count how many the cluster was started with
   */
  TaskManagers(MiniCluster cluster, int count) {
    this.cluster = cluster;
    while (started < count) {
      running.add(started++);
    }
  }

  int count() {
    return running.size();
  }

  /** One of them goes, with the tasks that it runs, and another one comes. */
  void replace(int which) throws Exception {
    cluster.terminateTaskManager(running.remove(which)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    cluster.startTaskManager();
    running.add(started++);
  }
}
