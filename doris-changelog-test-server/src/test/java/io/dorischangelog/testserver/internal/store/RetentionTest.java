package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.ChangelogNames;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final String EXPIRED =
      "Changelog offset has expired according to changelog.ttl_seconds";

  private final StoreFixture store = new StoreFixture();

  private Table table(String ttl) {
    return store.create(
        "t", TableKeys.unique("id"), log(true, "changelog.ttl_seconds", ttl), "id", "a");
  }

  @Test
  void detailAndAppendOnlySilentlyBeginAtWhatIsRetained() {
    Table table = table("30");
    long before = store.clock.current();
    store.insert(table, row(1L, 10));
    store.advance(31_000);
    store.insert(table, row(1L, 11));

    assertThat(store.changes(table, IncrementType.DETAIL, before, Long.MAX_VALUE))
        .containsExactly("2:1,10", "3:1,11");
    assertThat(store.changes(table, IncrementType.APPEND_ONLY, before, Long.MAX_VALUE)).isEmpty();
    assertThat(store.changes(table, IncrementType.MIN_DELTA)).containsExactly("2:1,10", "3:1,11");
    assertThatThrownBy(() -> store.changes(table, IncrementType.MIN_DELTA, before, Long.MAX_VALUE))
        .hasMessage(EXPIRED);
  }

  @Test
  void aRecordOfExactlyNowMinusTheTtlIsExpired() {
    Table table = table("60");
    store.insert(table, row(1L, 10));
    store.advance(1);
    store.commit(table, StoreFixture.upsert(table, row(2L, 20)));
    store.advance(59_999);

    assertThat(store.changes(table, IncrementType.DETAIL)).containsExactly("0:2,20");
  }

  @Test
  void anExpiredStartIsRefusedEvenOnAYoungTable() {
    Table table = table("60");

    assertThatThrownBy(() -> store.changes(table, IncrementType.MIN_DELTA, 1, Long.MAX_VALUE))
        .hasMessage(EXPIRED);
  }

  @Test
  void anExpiredStartIsRefusedOnDuplicateTablesAndInTheOldWords() {
    StoreFixture old = new StoreFixture(ChangelogNames.BINLOG);
    Table table =
        old.create(
            "t",
            TableKeys.duplicate("id"),
            Map.of("binlog.enable", "true", "binlog.format", "ROW", "binlog.ttl_seconds", "1"),
            "id",
            "a");

    assertThatThrownBy(() -> old.changes(table, IncrementType.MIN_DELTA, 1, Long.MAX_VALUE))
        .hasMessage("Row binlog offset has expired according to binlog.ttl_seconds");
  }

  @Test
  void shorteningTheTtlExpiresAndExtendingItRevives() {
    Table table = table("86400");
    store.insert(table, row(1L, 10));
    store.advance(1500);
    table.setProperties(Map.of("changelog.ttl_seconds", "1"));

    assertThat(store.changes(table, IncrementType.DETAIL)).isEmpty();
    assertThat(raw(table)).hasSize(1);
    assertThat(rows(table)).hasSize(1);
    table.setProperties(Map.of("changelog.ttl_seconds", "9223372036854775807"));
    assertThat(store.changes(table, IncrementType.DETAIL)).hasSize(1);
    assertThat(table.properties()).containsEntry("changelog.ttl_seconds", "9223372036854775807");
  }

  @Test
  void aTtlMustBePositive() {
    Table table = table("60");

    for (String ttl : new String[] {"0", "-1", "-2"}) {
      assertThatThrownBy(() -> table.setProperties(Map.of("changelog.ttl_seconds", ttl)))
          .hasMessage("changelog.ttl_seconds must be greater than 0");
    }
    assertThat(table.ttlSeconds()).isEqualTo(60);
  }
}
