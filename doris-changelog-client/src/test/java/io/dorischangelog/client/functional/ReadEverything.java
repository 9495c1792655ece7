package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.flight.FlightStatusCode;

/**
 * One history of a table and one consumer that reads it through faults, crashes and restarts; all
 * choices follow from a seed.
 */
final class ReadEverything {
  private static final RetryPolicy<Object> AT_ONCE =
      RetryPolicy.builder().withDelay(Duration.ofMillis(1)).build();
  private static final int ROUNDS = 4;
  private static final int MOST_TRIES = 30;

  /** The tables that differ in what can be read of them. */
  enum Kind {
    HISTORY,
    NO_HISTORY,
    DUPLICATE
  }

  private final Random random;
  private final Kind kind;
  private final IncrementType type;
  private final Figures figures;
  private final MemoryOffsetStore store = new MemoryOffsetStore();
  private final List<Fault> faults = new ArrayList<>();
  private int inserted;

  ReadEverything(long seed, Kind kind, IncrementType type, Figures figures) {
    this.random = new Random(seed);
    this.kind = kind;
    this.type = type;
    this.figures = figures;
  }

  /** What many histories came to. Not thread-safe. */
  static final class Figures {
    private long reads;
    private long faults;
    private long crashes;
    private long rows;
    private long repeated;

    void reads(long more) {
      reads += more;
    }

    void rows(long more, long again) {
      rows += more;
      repeated += again;
    }

    @Override
    public String toString() {
      return "faults injected "
          + faults
          + ", crashes "
          + crashes
          + ", reads completed "
          + reads
          + ", rows applied "
          + rows
          + ", rows lost 0, rows repeated "
          + repeated;
    }
  }

  void run() {
    try (StudentTable table = open()) {
      Instant start = table.clock().instant();
      Applied applied =
          type == IncrementType.MIN_DELTA ? new AppliedWindows() : new AppliedChanges();
      for (int round = 0; round < ROUNDS; round++) {
        write(table);
        table.passSecond();
        readThroughFaults(table, start, applied, round == ROUNDS - 1);
      }
      applied.requireComplete(table, reference(table, start));
      figures.reads(1);
      figures.rows(applied.rows(), applied.repeated());
    }
  }

  private StudentTable open() {
    return switch (kind) {
      case HISTORY -> StudentTable.unique();
      case NO_HISTORY -> StudentTable.withoutHistory();
      case DUPLICATE -> StudentTable.duplicate();
    };
  }

  private void write(StudentTable table) {
    int statements = 1 + random.nextInt(8);
    for (int i = 0; i < statements; i++) {
      table.run(statement());
      if (random.nextInt(3) == 0) {
        table.passSecond();
      }
    }
  }

  private String statement() {
    int id = random.nextInt(6);
    int choice = kind == Kind.DUPLICATE ? 0 : random.nextInt(4);
    return switch (choice) {
      case 0, 1 -> "INSERT INTO t VALUES " + values(id);
      case 2 -> "UPDATE t SET age = " + inserted++ + " WHERE id >= " + id;
      default -> "DELETE FROM t WHERE id = " + id;
    };
  }

  private String values(int id) {
    StringBuilder values = new StringBuilder();
    for (int row = 0; row <= random.nextInt(4); row++) {
      values
          .append(row == 0 ? "(" : ", (")
          .append(id + row)
          .append(", 'N', ")
          .append(inserted++)
          .append(")");
    }
    return values.toString();
  }

  /** Reads up to the present; the last round goes on until everything is committed. */
  private void readThroughFaults(StudentTable table, Instant start, Applied applied, boolean last) {
    int tries = 0;
    boolean done = false;
    while (!done) {
      assertThat(tries++).as("restarts of one read").isLessThan(MOST_TRIES);
      boolean spared = tries > MOST_TRIES / 2;
      if (!spared) {
        arm(table.server().faults());
      }
      int crashAfter = spared || random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(12);
      try (ChangelogReader reader = builder(table, start).build()) {
        applied.begin();
        done = read(reader, applied, crashAfter);
      } catch (ChangelogException e) {
        done = false;
      }
      if (!done) {
        figures.crashes++;
      }
      disarm(table.server().faults());
      if (!done && !last && random.nextInt(3) == 0) {
        return; // The consumer stays away until after the next writes.
      }
    }
  }

  private boolean read(ChangelogReader reader, Applied applied, int crashAfter) {
    int left = crashAfter;
    int errors = 0;
    while (left > 0) {
      try {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(10));
        applied.apply(batch);
        left -= batch.rowCount();
        if (batch.endsWindow() || random.nextInt(4) == 0) {
          reader.commit();
          applied.committed(batch.endsWindow());
        }
        if (batch.rowCount() == 0 && !batch.endsWindow()) {
          reader.commit();
          return true;
        }
      } catch (ChangelogException e) {
        if (!e.isRetryable() || errors++ > 3) {
          throw e;
        }
      }
    }
    return false;
  }

  private ChangelogReaderBuilder builder(StudentTable table, Instant start) {
    ChangelogReaderBuilder builder =
        table
            .reader()
            .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
            .incrementType(type)
            .offsetStore(store, "everything")
            .visibilityRetry(AT_ONCE)
            .batchSize(1 + random.nextInt(4));
    int window = random.nextInt(4);
    return window == 0 ? builder : builder.maxWindow(Duration.ofSeconds(window));
  }

  private void arm(Faults on) {
    if (random.nextInt(3) == 0) {
      faults.add(
          on.onFetch()
              .matching("ORDER BY")
              .after(random.nextInt(2))
              .cutAfterBatches(random.nextInt(3)));
    }
    if (random.nextInt(3) == 0) {
      faults.add(on.onPlan().matching("ORDER BY").after(random.nextInt(3)).expireToken());
    }
    if (random.nextInt(3) == 0) {
      faults.add(
          on.onPlan().matching("ORDER BY").after(random.nextInt(3)).failWith(5101, "not visible"));
    }
    if (random.nextInt(2) == 0) {
      EndpointShape shape = EndpointShape.parts(1 + random.nextInt(3)).withEmpty(1, 1);
      faults.add(
          on.onPlan()
              .matching("ORDER BY")
              .after(random.nextInt(2))
              .times(1 + random.nextInt(3))
              .endpoints(random.nextBoolean() ? shape : shape.reversed()));
    }
    if (random.nextInt(4) == 0) {
      faults.add(
          on.onFetch()
              .matching("ORDER BY")
              .after(random.nextInt(3))
              .failAfterBatches(
                  random.nextInt(2),
                  FlightStatusCode.INTERNAL,
                  "errCode = 2, detailMessage = [MEM_LIMIT_EXCEEDED] query"));
    }
  }

  private void disarm(Faults on) {
    on.clear();
    faults.forEach(fault -> figures.faults += fault.hits());
    faults.clear();
  }

  /** What a reader without faults sees. */
  private List<Applied.Seen> reference(StudentTable table, Instant start) {
    List<Applied.Seen> all = new ArrayList<>();
    try (ChangelogReader reader =
        table
            .reader()
            .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
            .incrementType(type)
            .build()) {
      reader.forEachRemaining(change -> all.add(Applied.Seen.of(change)));
    }
    return all;
  }
}
