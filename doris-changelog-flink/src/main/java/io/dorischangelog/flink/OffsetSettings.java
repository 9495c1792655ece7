package io.dorischangelog.flink;

import io.dorischangelog.client.offset.DorisTableOffsetStore;
import io.dorischangelog.client.offset.DorisTableOffsetStoreBuilder;
import io.dorischangelog.client.offset.OffsetStore;
import io.dorischangelog.client.scan.ReadOptions;
import java.io.Serializable;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Where a job publishes its progress.
 *
 * @param jdbcUrl of the front ends
 * @param username the account
 * @param password its password
 * @param table the offset table, {@code db.table}
 * @param consumer the name of the job in it
 * @param timeZone zone of the times in the table; null: the server is asked
 */
record OffsetSettings(
    String jdbcUrl,
    String username,
    String password,
    String table,
    String consumer,
    @Nullable String timeZone)
    implements Serializable {

  /** As the options of a table say; null: progress is not published. */
  static @Nullable OffsetSettings of(ReadOptions options) {
    return options
        .get(ReadOptions.OFFSET_TABLE)
        .map(
            table ->
                new OffsetSettings(
                    options.get(ReadOptions.JDBC_URL).orElseThrow(),
                    options.get("username").orElseThrow(),
                    options.get("password").orElseThrow(),
                    table,
                    options.get(ReadOptions.CONSUMER_ID).orElseThrow(),
                    options.zone().map(ZoneId::getId).orElse(null)))
        .orElse(null);
  }

  /** A store that does not connect yet; wrong settings and a missing driver are told here. */
  OffsetStore open() {
    DorisTableOffsetStoreBuilder builder =
        DorisTableOffsetStore.builder()
            .jdbcUrl(jdbcUrl)
            .username(username)
            .password(password)
            .table(table);
    if (timeZone != null) {
      builder.timeZone(timeZone);
    }
    return builder.build();
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "OffsetSettings[" + consumer + " in " + table + "]";
  }
}
