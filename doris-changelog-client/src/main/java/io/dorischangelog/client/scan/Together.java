package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** Asks a server several things at once, so that they take one round trip. Thread-safe. */
final class Together implements AutoCloseable {
  private final ExecutorService executor;

  Together(ThreadFactory threads) {
    executor = Executors.newCachedThreadPool(threads);
  }

  /** A group of questions; what was not awaited is given up at its end. */
  final class Group implements AutoCloseable {
    private final List<Future<?>> begun = new ArrayList<>();

    /** Begins to ask. */
    <T> Future<T> ask(Callable<T> question) throws IOException {
      try {
        Future<T> answer = executor.submit(question);
        begun.add(answer);
        return answer;
      } catch (RejectedExecutionException e) {
        throw new IOException("the scan was closed", e);
      }
    }

    @Override
    public void close() {
      begun.forEach(answer -> answer.cancel(true));
    }
  }

  Group group() {
    return new Group();
  }

  /** Waits for an answer; throws what asking threw. */
  static <T> T await(Future<T> answer) throws IOException, StatementFailure, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException broken) {
        throw broken;
      }
      if (cause instanceof StatementFailure refused) {
        throw refused;
      }
      if (cause instanceof InterruptedException) {
        throw new IOException("the scan was closed", cause);
      }
      throw new IllegalStateException("asking the server failed", cause);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
