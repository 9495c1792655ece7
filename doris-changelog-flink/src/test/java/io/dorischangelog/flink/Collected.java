package io.dorischangelog.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.IOUtils;

/** The rows of a running query, taken one at a time with a limit on the wait. */
final class Collected implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final TableResult result;
  private final CloseableIterator<Row> rows;
  private boolean ended;

  Collected(TableResult result) {
    this.result = result;
    this.rows = result.collect();
  }

  /** The next rows as texts such as {@code +I[1, Alice, 18]}. */
  List<String> take(int count) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(next(taken));
    }
    return taken;
  }

  private String next(List<String> before) {
    CompletableFuture<String> row = CompletableFuture.supplyAsync(() -> rows.next().toString());
    try {
      return row.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no row came; before it " + before, e);
    } catch (ExecutionException e) {
      ended = true;
      throw new AssertionError("the query failed after " + before, e.getCause());
    }
  }

  /** Waits for something that the job does beside handing out rows. */
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(PATIENCE_SECONDS).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen within " + PATIENCE_SECONDS + " s");
      }
      LockSupport.parkNanos(50_000_000L);
    }
  }

  /** All rows of a query that ends. */
  List<String> drain() {
    List<String> all = new ArrayList<>();
    rows.forEachRemaining(row -> all.add(row.toString()));
    ended = true;
    return all;
  }

  @Override
  public void close() {
    if (!ended) {
      result.getJobClient().ifPresent(job -> job.cancel().join());
    }
    IOUtils.closeQuietly(rows);
  }
}
