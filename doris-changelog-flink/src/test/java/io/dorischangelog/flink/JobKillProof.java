package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs are killed at random points of the snapshot, of the hand-over and of the changes, while
 * writers go on. The view that they keep must equal the table in the end.
 *
 * <p>{@code -Dproof.kills} kills for each kind of table, {@code -Dproof.seed} repeats the random
 * choices, not the timing. A job is killed five times at most: twice in the snapshot, once between
 * it and the changes, twice in the changes.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.HOURS)
class JobKillProof {
  private static final int KILLS = Integer.getInteger("proof.kills", 10);
  private static final long SEED = Long.getLong("proof.seed", System.nanoTime());
  private static final int TASK_MANAGERS = 2;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(TASK_MANAGERS)
              .setNumberSlotsPerTaskManager(1)
              .build());

  private final Random random = new Random(SEED);
  private TaskManagers managers;
  private @TempDir Path directory;

  @BeforeAll
  void start(@InjectMiniCluster MiniCluster cluster) {
    System.out.println("job kill proof: seed " + SEED);
    managers = new TaskManagers(cluster, TASK_MANAGERS);
  }

  @ParameterizedTest
  @EnumSource
  void theViewOfAKilledJobEqualsTheTable(KilledTable kind) throws Exception {
    KillVerdict all = KillVerdict.NOTHING;
    for (int kills = 0; kills < KILLS; kills += KillRound.KILLS) {
      Path checkpoints = Files.createDirectory(directory.resolve(kind + "-" + kills));
      try (KillRound round = new KillRound(kind, managers, checkpoints, random)) {
        all = all.plus(round.run(Math.min(KillRound.KILLS, KILLS - kills)));
      }
    }
    System.out.printf(
        "kills=%d table=%s type=%s rows=%d lost=%d repeated=%d%n",
        KILLS, lower(kind), lower(kind.type()), all.rows(), all.lost(), all.repeated());
    assertThat(all.wrong()).isEmpty();
    assertThat(all.lost()).as("lost").isZero();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
