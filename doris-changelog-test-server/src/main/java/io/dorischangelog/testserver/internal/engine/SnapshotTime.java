package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.store.TsoClock;
import java.time.Instant;
import java.time.ZoneId;

/** The TSO that FOR VERSION AS OF or FOR TIME AS OF means; rows up to and including it are read. */
record SnapshotTime(ZoneId zone) {

  /** The whole millisecond of a TIME belongs to the snapshot, which Doris leaves open. */
  long tso(Relation.AsOf asOf) {
    Long version = asOf.version();
    if (version != null) {
      return version;
    }
    String text = String.valueOf(asOf.time());
    Instant time =
        SecondText.parse(text, zone)
            .orElseThrow(
                () ->
                    DorisException.of(
                        "Invalid TIMESTAMP format in FOR TIME AS OF clause: " + text));
    return TsoClock.compose(time.toEpochMilli(), TsoClock.MAX_COUNTER);
  }
}
