package io.dorischangelog.client.proof;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link ProofConsumer} in a process of its own. */
final class ConsumerProcess implements AutoCloseable {
  private static final long LONGEST_SECONDS = 90;
  private static final long ROWS_PER_SECOND = 500;

  private final Process process;
  private final BufferedReader output;

  ConsumerProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Waits until the consumer says this word. */
  void awaitWord(String word) throws InterruptedException, ExecutionException, TimeoutException {
    boolean said =
        CompletableFuture.supplyAsync(() -> output.lines().anyMatch(word::equals))
            .get(LONGEST_SECONDS, TimeUnit.SECONDS);
    if (!said) {
      throw new IllegalStateException("the consumer ended by itself before it said " + word);
    }
  }

  /** Lets it go on for a while, then kills it. */
  void killAfter(long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "the consumer ended by itself with exit code " + process.exitValue());
    }
    close();
  }

  /**
   * Waits for its own end, which must be a good one.
   *
   * @param backlog most rows it may have to read, at a pace that a busy machine can hold
   */
  void awaitEnd(long backlog) throws InterruptedException {
    long seconds = LONGEST_SECONDS + backlog / ROWS_PER_SECOND;
    if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException("the consumer did not reach the last change: " + process);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
