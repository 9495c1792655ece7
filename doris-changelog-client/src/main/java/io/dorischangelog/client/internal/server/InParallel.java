package io.dorischangelog.client.internal.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** Runs steps that wait for a server, and each end in time, side by side. */
final class InParallel {
  private InParallel() {}

  /** Returns when all have ended; the first of them runs on this thread. Not to be interrupted. */
  static void run(ThreadFactory threads, List<Runnable> steps) {
    List<Thread> others = new ArrayList<>();
    for (Runnable step : steps.subList(Math.min(1, steps.size()), steps.size())) {
      Thread thread = threads.newThread(step);
      thread.start();
      others.add(thread);
    }
    if (!steps.isEmpty()) {
      steps.get(0).run();
    }
    boolean interrupted = false;
    for (Thread other : others) {
      interrupted |= !hasEnded(other);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of a thread; returns whether no interrupt came meanwhile. */
  private static boolean hasEnded(Thread thread) {
    boolean undisturbed = true;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        undisturbed = false;
      }
    }
    return undisturbed;
  }
}
