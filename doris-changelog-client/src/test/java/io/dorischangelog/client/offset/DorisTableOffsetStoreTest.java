package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.internal.tso.Tso;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DorisTableOffsetStoreTest extends OffsetStoreContract {

  private static final TableId NAME = new TableId("ops", "flink_source_offsets");
  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");

  private final FakeOffsetTable table = new FakeOffsetTable();

  @Override
  protected OffsetStore open() {
    return new DorisTableOffsetStore(table, NAME, null);
  }

  @Override
  protected boolean keepsTablesApart() {
    return false;
  }

  @Override
  protected boolean canRemove() {
    return false;
  }

  @Test
  void aRowHoldsTheNextInclusiveStartInTheZoneOfTheServer() {
    table.zone = "CST";
    open().save("student-sync", TABLE, at(5), Optional.empty());

    assertThat(table.written).containsExactly("2026-10-01 18:00:05");
    assertThat(open().load("student-sync", TABLE)).contains(at(5));
  }

  @Test
  void aHalfReadSecondIsReadAgain() {
    long tso = Tso.compose(TEN.toEpochMilli() + 700, 3);
    Position half = Position.of(tso, 2, PositionContext.of(TABLE));
    open().save("student-sync", TABLE, half, Optional.empty());

    assertThat(open().load("student-sync", TABLE)).contains(at(0));
  }

  @Test
  void aPositionInsideASnapshotOrWindowIsRefused() {
    OffsetStore store = open();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                store.save(
                    "student-sync",
                    TABLE,
                    Position.snapshot(TEN, PositionContext.of(TABLE)),
                    Optional.empty()));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                store.save(
                    "student-sync",
                    TABLE,
                    at(0).withOpenWindow(TEN, TEN.plusSeconds(1)),
                    Optional.empty()));
    assertThat(table.written).isEmpty();
  }

  @Test
  void anHourThatComesTwiceIsReadAsTheFirst() {
    table.zone = "Europe/Berlin";
    Instant second = Instant.parse("2026-10-25T01:30:00Z");
    table.now = second;
    OffsetStore store = open();
    Position late = Position.startingAt(second, TABLE);
    Position early = Position.startingAt(second.minus(Duration.ofHours(1)), TABLE);
    store.save("student-sync", TABLE, late, Optional.empty());

    assertThat(table.written).containsExactly("2026-10-25 02:30:00");
    assertThat(open().load("student-sync", TABLE)).contains(early);
    store.save("student-sync", TABLE, at(0), Optional.of(late));
  }

  @Test
  void anHourThatDoesNotExistIsDamage() {
    table.zone = "Europe/Berlin";
    table.with("student-sync", "2026-03-29 02:30:00");

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> open().load("student-sync", TABLE))
        .withMessageContaining("2026-03-29 02:30:00")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.DAMAGED));
  }

  @Test
  void aZoneNameThatCouldMeanSeveralIsRefusedWithTheSetting() {
    table.zone = "BST";

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> open().load("student-sync", TABLE))
        .withMessageContaining("'BST'")
        .withMessageContaining("timeZone");
    assertThat(
            new DorisTableOffsetStore(table, NAME, ServerZone.named("Europe/London"))
                .load("student-sync", TABLE))
        .isEmpty();
  }

  @Test
  void removingIsRefusedWithTheStatementToRun() {
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> open().remove("it's \\", TABLE))
        .withMessageContaining(
            "DELETE FROM `ops`.`flink_source_offsets` WHERE consumer_id = 'it''s \\\\'");
  }

  @Test
  void withoutADriverTheErrorNamesWhatToAdd() throws Exception {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> MysqlDriver.load(List.of(empty)))
          .withMessageContaining("com.mysql:mysql-connector-j");
    }
  }

  @Test
  void wrongSettingsAreRefusedAtOnceAndNeverShown() {
    DorisTableOffsetStoreBuilder builder = DorisTableOffsetStore.builder();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.jdbcUrl("jdbc:postgresql://h/?password=secret"))
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("secret"));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.table("offsets"));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.timeZone("BST"));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.readTimeout(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("is not set");
  }

  @Test
  void aServerThatIsNotThereIsUnavailable() {
    OffsetStore store =
        DorisTableOffsetStore.builder()
            .jdbcUrl("jdbc:mysql://127.0.0.1:1")
            .username("reader")
            .password("pass-word")
            .table("ops.flink_source_offsets")
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.load("student-sync", TABLE))
        .withMessageContaining("ops.flink_source_offsets")
        .satisfies(
            failure -> {
              assertThat(failure.isRetryable()).isTrue();
              assertThat(failure.getMessage()).doesNotContain("pass-word");
            });
  }
}
