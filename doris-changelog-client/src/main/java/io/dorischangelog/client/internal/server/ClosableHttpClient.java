package io.dorischangelog.client.internal.server;

import java.net.http.HttpClient;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A JDK HTTP client whose thread and connections end when it is closed. By itself it would keep
 * them until the garbage collector finds it: it can be closed from Java 21 on only. Its one thread
 * stops when it is interrupted, so it is started in a thread group in which it can be found.
 */
final class ClosableHttpClient implements AutoCloseable {
  private static final ThreadGroup GROUP = new ThreadGroup(root(), "doris-changelog-http");
  private static final Object ONE_AT_A_TIME = new Object();

  private final HttpClient client;
  private final Set<Thread> own;

  private ClosableHttpClient(HttpClient client, Set<Thread> own) {
    this.client = client;
    this.own = own;
  }

  /** Makes a client; one at a time, to know whose thread is new. */
  static ClosableHttpClient of(HttpClient.Builder settings) {
    synchronized (ONE_AT_A_TIME) {
      Set<Thread> before = selectors();
      HttpClient made = inGroup(settings::build);
      Set<Thread> own = selectors();
      own.removeAll(before);
      return new ClosableHttpClient(made, own);
    }
  }

  private static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static <T> T inGroup(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(GROUP, () -> result.completeAsync(work, Runnable::run), "doris-changelog-http");
    thread.setDaemon(true);
    thread.start();
    return result.join();
  }

  /** The live threads of clients; workers may be in the group too, by inheritance. */
  private static Set<Thread> selectors() {
    Thread[] found = new Thread[GROUP.activeCount() + 16];
    int count = GROUP.enumerate(found, false);
    Set<Thread> selectors = new HashSet<>();
    for (int i = 0; i < count; i++) {
      if (found[i].getName().startsWith("HttpClient-")) {
        selectors.add(found[i]);
      }
    }
    return selectors;
  }

  HttpClient client() {
    return client;
  }

  @Override
  public void close() {
    own.forEach(Thread::interrupt);
  }
}
