package io.dorischangelog.client.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.testserver.DorisTestServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Consumers are killed with SIGKILL at random points, in the snapshot and behind it, while the
 * table changes. Nothing may be lost, and repeated only what was not committed. Without {@code
 * LeakCheck}: what a killed process held on the server stays there until it expires.
 *
 * <p>{@code -Dproof.kills} kills per store, halved where both change types are tried; {@code
 * -Dproof.seed} repeats the random choices, not the timing.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.HOURS)
class KillProof {
  private static final int KILLS = Integer.getInteger("proof.kills", 20);
  private static final long SEED = Long.getLong("proof.seed", System.nanoTime());
  private static final int LONGEST_START_MILLIS = 2000;
  private static final int LONGEST_SNAPSHOT_MILLIS = 200;
  private static final int LONGEST_READ_MILLIS = 1500;

  private final Random random = new Random(SEED);
  private EmbeddedPostgres postgres;
  private ConsumerProgram program;

  @TempDir Path directory;

  @BeforeAll
  void start(@TempDir Path packed) throws IOException, InterruptedException {
    System.out.println("kill proof: seed " + SEED);
    program = ConsumerProgram.prepare(packed);
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  void stop() throws IOException {
    postgres.close();
  }

  @ParameterizedTest
  @CsvSource({
    "FILE, DETAIL, 2",
    "FILE, MIN_DELTA, 2",
    "JDBC, DETAIL, 2",
    "JDBC, MIN_DELTA, 2",
    "JDBC_IN_TRANSACTION, DETAIL, 1",
    "DORIS_TABLE, DETAIL, 1"
  })
  void aKilledConsumerLosesNothingAndRepeatsOnlyWhatItHadNotCommitted(
      DurableStore store, IncrementType type, int types) throws Exception {
    int kills = KILLS / types;
    try (DorisTestServer server = DorisTestServer.start()) {
      String address = prepare(server, store, type);
      SourceWriter writer = new SourceWriter(server, random.nextLong());
      writer.createTable();
      Path log = directory.resolve("log");
      ExecutorService writing = Executors.newSingleThreadExecutor();
      try {
        Future<Void> written = writing.submit(writer);
        for (int kill = 0; kill < kills; kill++) {
          try (ConsumerProcess consumer =
              program.start(server.httpAddress(), store, address, type, log, rhythm(type))) {
            kill(consumer, kill * 4 < kills);
          }
          assertThat(written).isNotDone();
        }
        writer.stop();
        written.get(60, TimeUnit.SECONDS);
        try (ConsumerProcess consumer =
            program.start(server.httpAddress(), store, address, type, log, rhythm(type))) {
          consumer.awaitEnd(writer.effects().size());
        }
      } finally {
        writing.shutdownNow();
      }
      judge(kills, store, type, address, writer, ConsumerLog.read(log));
    }
  }

  private CommitRhythm rhythm(IncrementType type) {
    if (type != IncrementType.MIN_DELTA) {
      return CommitRhythm.OFTEN;
    }
    return random.nextBoolean() ? CommitRhythm.AT_WINDOW_ENDS : CommitRhythm.SELDOM;
  }

  /** A quarter of the kills hit the snapshot; of the others some hit the start. */
  private void kill(ConsumerProcess consumer, boolean inSnapshot) throws Exception {
    if (inSnapshot) {
      consumer.awaitWord("applied");
      consumer.killAfter(random.nextInt(LONGEST_SNAPSHOT_MILLIS));
    } else if (random.nextInt(4) == 0) {
      consumer.killAfter(random.nextInt(LONGEST_START_MILLIS));
    } else {
      consumer.awaitWord("committed");
      consumer.killAfter(random.nextInt(LONGEST_READ_MILLIS));
    }
  }

  private String prepare(DorisTestServer server, DurableStore store, IncrementType type)
      throws IOException, SQLException {
    return switch (store) {
      case FILE -> Files.createDirectory(directory.resolve("offsets")).toString();
      case JDBC, JDBC_IN_TRANSACTION -> database(store, type);
      case DORIS_TABLE -> {
        server.execute("CREATE DATABASE ops");
        server.execute(
            "CREATE TABLE "
                + DurableStore.DORIS_NAME
                + " (consumer_id VARCHAR(256) NOT NULL, offset_timestamp DATETIME NOT NULL,"
                + " update_time DATETIMEV2(3) NOT NULL) UNIQUE KEY(consumer_id) DISTRIBUTED BY"
                + " HASH(consumer_id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\")");
        yield server.jdbcUrl();
      }
    };
  }

  private String database(DurableStore store, IncrementType type) throws SQLException {
    String name = (store + "_" + type).replace('-', '_').toLowerCase(Locale.ROOT);
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute("CREATE DATABASE " + name);
    }
    String address = postgres.getJdbcUrl("postgres", name);
    try (Connection connection = DriverManager.getConnection(address);
        Statement sql = connection.createStatement()) {
      sql.execute(
          "CREATE TABLE doris_changelog_offsets (id CHAR(64) NOT NULL PRIMARY KEY, consumer"
              + " VARCHAR(256) NOT NULL, source_table TEXT NOT NULL, place VARCHAR(200) NOT NULL,"
              + " position_text TEXT NOT NULL, updated_at TIMESTAMP NOT NULL)");
      new TargetTable(connection).create();
    }
    return address;
  }

  private static void judge(
      int kills,
      DurableStore store,
      IncrementType type,
      String address,
      SourceWriter writer,
      List<ConsumerLog.Entry> entries)
      throws SQLException {
    Verdict verdict =
        type == IncrementType.MIN_DELTA
            ? new MinDeltaCheck(writer.table()).judge(entries)
            : new DetailCheck(writer.effects(), store.keepsWholePosition()).judge(entries);
    long repeated = verdict.repeated();
    if (store.isInTransaction()) {
      try (Connection connection = DriverManager.getConnection(address)) {
        TargetTable target = new TargetTable(connection);
        assertThat(target.rows()).isEqualTo(writer.table());
        repeated = target.applied() - verdict.distinct();
        assertThat(repeated).as("changes applied twice").isZero();
      }
    }
    System.out.printf(
        "kills=%d store=%s type=%s rows=%d lost=%d repeated=%d%n",
        kills,
        store,
        type.name().toLowerCase(Locale.ROOT),
        verdict.distinct(),
        verdict.lost(),
        repeated);
    assertThat(verdict.lost()).as("lost").isZero();
  }
}
