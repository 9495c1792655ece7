package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.ModelFiles.CrashError;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every save is stopped before each of its system calls, by death and by failure. */
class FileOffsetStoreCrashTest {

  private static final Path DIRECTORY = Path.of("offsets");
  private static final TableId TABLE = new TableId("shop", "orders");
  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");

  @Test
  void aProcessThatDiesInASaveLeavesTheOldOrTheNewPosition() {
    for (int saved = 0; saved <= 3; saved++) {
      for (int call = 0; call < callsOfSave(saved); call++) {
        ModelFiles files = died(saved, call);
        assertThat(load(files.afterProcessCrash())).isIn(before(saved), before(saved + 1));
      }
    }
  }

  @Test
  void aLossOfPowerInASaveLeavesTheOldOrTheNewPosition() {
    for (int saved = 0; saved <= 3; saved++) {
      for (int call = 0; call < callsOfSave(saved); call++) {
        for (ModelFiles after : died(saved, call).afterPowerLoss()) {
          assertThat(load(after)).isIn(before(saved), before(saved + 1));
        }
      }
    }
  }

  @Test
  void aLossOfPowerAfterASaveLeavesTheNewPosition() {
    for (int saved = 1; saved <= 3; saved++) {
      for (ModelFiles after : withSaves(saved).afterPowerLoss()) {
        assertThat(load(after)).isEqualTo(before(saved));
      }
    }
  }

  @Test
  void theNextSaveWorksWhateverACrashLeftBehind() {
    for (int call = 0; call < callsOfSave(2); call++) {
      List<ModelFiles> all = new ArrayList<>(died(2, call).afterPowerLoss());
      all.add(died(2, call).afterProcessCrash());
      for (ModelFiles after : all) {
        Optional<Position> found = load(after);
        store(after).save("c", TABLE, at(9), found);
        assertThat(load(after)).contains(at(9));
        after.afterPowerLoss().forEach(twice -> assertThat(load(twice)).contains(at(9)));
      }
    }
  }

  @Test
  void aFailedSaveIsAnErrorAndCanBeRepeatedOrOvertaken() {
    for (int saved = 0; saved <= 2; saved++) {
      for (int call = 0; call < callsOfSave(saved); call++) {
        assertRepeatable(saved, call, at(saved + 1));
        assertRepeatable(saved, call, at(saved + 2));
      }
    }
  }

  private static void assertRepeatable(int saved, int call, Position next) {
    ModelFiles files = withSaves(saved);
    FileOffsetStore store = store(files);
    files.stopAt(call, false);
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.save("c", TABLE, at(saved + 1), before(saved)))
        .withMessageContaining("No space left on device")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE));
    assertThat(store.load("c", TABLE)).isIn(before(saved), before(saved + 1));
    files.stopAt(-1, false);

    store.save("c", TABLE, next, before(saved));

    files.afterPowerLoss().forEach(after -> assertThat(load(after)).contains(next));
  }

  @Test
  void aSaveBehindTwoFailedOnesIsNotTakenForASecondWriter() {
    for (int saved = 0; saved <= 2; saved++) {
      int calls = callsOfSave(saved);
      for (int first = 0; first < calls; first++) {
        for (int second = 0; second < calls; second++) {
          assertOvertakesBoth(saved, first, second);
        }
      }
    }
  }

  private static void assertOvertakesBoth(int saved, int first, int second) {
    ModelFiles files = withSaves(saved);
    FileOffsetStore store = store(files);
    fail(files, first, store, at(saved + 1), before(saved));
    fail(files, second, store, at(saved + 2), before(saved));
    files.stopAt(-1, false);

    store.save("c", TABLE, at(saved + 3), before(saved));

    assertThat(load(files)).contains(at(saved + 3));
  }

  private static void fail(
      ModelFiles files, int call, FileOffsetStore store, Position next, Optional<Position> before) {
    files.stopAt(call, false);
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.save("c", TABLE, next, before))
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE));
  }

  @Test
  void aCrashInARemoveLeavesThePositionOrNothing() {
    ModelFiles complete = withSaves(3);
    complete.stopAt(-1, true);
    store(complete).remove("c", TABLE);
    assertThat(load(complete)).isEmpty();
    for (int call = 0; call < complete.calls(); call++) {
      ModelFiles files = withSaves(3);
      files.stopAt(call, true);
      FileOffsetStore store = store(files);
      assertThatExceptionOfType(CrashError.class).isThrownBy(() -> store.remove("c", TABLE));
      assertThat(load(files.afterProcessCrash())).isIn(before(3), Optional.empty());
      files.afterPowerLoss().forEach(after -> assertThat(load(after)).isIn(before(3), before(0)));
    }
  }

  private static ModelFiles died(int saved, int call) {
    ModelFiles files = withSaves(saved);
    FileOffsetStore store = store(files);
    files.stopAt(call, true);
    assertThatExceptionOfType(CrashError.class)
        .isThrownBy(() -> store.save("c", TABLE, at(saved + 1), before(saved)));
    return files;
  }

  private static int callsOfSave(int saved) {
    ModelFiles files = withSaves(saved);
    files.stopAt(-1, true);
    store(files).save("c", TABLE, at(saved + 1), before(saved));
    return files.calls();
  }

  private static ModelFiles withSaves(int count) {
    ModelFiles files = new ModelFiles();
    FileOffsetStore store = store(files);
    for (int i = 0; i < count; i++) {
      store.save("c", TABLE, at(i + 1), before(i));
    }
    return files;
  }

  private static Optional<Position> load(ModelFiles files) {
    return store(files).load("c", TABLE);
  }

  private static FileOffsetStore store(ModelFiles files) {
    return new FileOffsetStore(files, DIRECTORY);
  }

  private static Optional<Position> before(int saved) {
    return saved == 0 ? Optional.empty() : Optional.of(at(saved));
  }

  private static Position at(int seconds) {
    return Position.startingAt(TEN.plusSeconds(seconds), TABLE);
  }
}
