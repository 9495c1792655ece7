package io.dorischangelog.testserver;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Collects the exceptions that end threads while it is the JVM's default handler. */
final class UncaughtExceptions {
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final @Nullable UncaughtExceptionHandler previous =
      Thread.getDefaultUncaughtExceptionHandler();

  private UncaughtExceptions() {}

  static UncaughtExceptions install() {
    UncaughtExceptions collector = new UncaughtExceptions();
    Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> collector.thrown.add(cause));
    return collector;
  }

  /** Puts the previous handler back and returns what came in until then. */
  List<Throwable> uninstall() {
    Thread.setDefaultUncaughtExceptionHandler(previous);
    return List.copyOf(thrown);
  }
}
