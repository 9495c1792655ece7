package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a reader hands on, one at a time. */
sealed interface Fetched {

  /**
   * A row. One object for all rows of a batch; its cursor moves on.
   *
   * @param cursor stands at the row
   * @param schema the columns of the row
   */
  record AtRow(ChangeCursor cursor, TableSchema schema) implements Fetched {}

  /**
   * No row, but everything up to a place was handed on.
   *
   * @param position the place
   * @param windowEnd exclusive end of the window that ended here; null if none did
   */
  record Progress(Position position, @Nullable Instant windowEnd) implements Fetched {}
}
