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
 * @param store describes the offset table
 * @param consumer the name of the job in it
 */
record OffsetSettings(OffsetSetup store, String consumer) implements Serializable {

  /** As the options of a table say; null: progress is not published. */
  static @Nullable OffsetSettings of(ReadOptions options) {
    return options
        .get(ReadOptions.CONSUMER_ID)
        .map(consumer -> new OffsetSettings(store -> describe(options, store), consumer))
        .orElse(null);
  }

  private static void describe(ReadOptions options, DorisTableOffsetStoreBuilder store) {
    store
        .jdbcUrl(options.get(ReadOptions.JDBC_URL).orElseThrow())
        .username(options.get("username").orElseThrow())
        .password(options.get("password").orElseThrow())
        .table(options.get(ReadOptions.OFFSET_TABLE).orElseThrow());
    options.zone().map(ZoneId::getId).ifPresent(store::timeZone);
    options.jdbcTls().ifPresent(store::tls);
  }

  /** The store as it is described; wrong values are told here. */
  DorisTableOffsetStoreBuilder describe() {
    DorisTableOffsetStoreBuilder builder = DorisTableOffsetStore.builder();
    store.apply(builder);
    return builder;
  }

  /** A store that does not connect yet; what is left out and a missing driver are told here. */
  OffsetStore open() {
    return describe().build();
  }

  /** Without what the lambda captured, among it a password. */
  @Override
  public String toString() {
    return "OffsetSettings[" + consumer + "]";
  }
}
