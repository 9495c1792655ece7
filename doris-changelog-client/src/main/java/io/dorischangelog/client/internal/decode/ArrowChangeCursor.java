package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.TableSchema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A cursor over Arrow vectors. */
final class ArrowChangeCursor implements ChangeCursor {

  private final ArrowChangeBatch batch;
  private final TableSchema schema;
  private final ColumnReaders readers;
  private final @Nullable ChangeLog log;
  private final PositionWalk positions;
  private final int rowCount;
  private final boolean replayed;

  private int row = -1;

  /** The readers that are right for the current row. */
  private ColumnReader[] current;

  private final Change.Builder builder = Change.builder();

  ArrowChangeCursor(
      ArrowChangeBatch batch,
      ColumnReaders readers,
      @Nullable ChangeLog log,
      PositionWalk positions) {
    this.batch = batch;
    this.schema = readers.schema();
    this.readers = readers;
    this.log = log;
    this.positions = positions;
    this.rowCount = batch.rowCount();
    this.replayed = batch.replayed();
    this.current = readers.all();
  }

  @Override
  public boolean next() {
    batch.requireOpen();
    if (row < rowCount) {
      row++;
    }
    if (row == rowCount) {
      return false;
    }
    current = log != null && log.isKeyOnly(row) ? readers.keysOnly() : readers.all();
    return true;
  }

  /** The current row, if there is one. */
  private int row() {
    if (row < 0 || row >= rowCount || batch.isClosed()) {
      throw misuse();
    }
    return row;
  }

  private IllegalStateException misuse() {
    batch.requireOpen();
    return new IllegalStateException(
        row < 0 ? "call next() before the first row" : "there is no row after the last one");
  }

  @Override
  public ChangeKind kind() {
    int at = row();
    return log == null ? ChangeKind.SNAPSHOT : log.kind(at);
  }

  @Override
  public long tso() {
    return batch.requireLog().tso(row());
  }

  @Override
  public long lsn() {
    return batch.requireLog().lsn(row());
  }

  @Override
  public boolean endsTransaction() {
    return positions.endsTransaction(row());
  }

  @Override
  public Position position() {
    return positions.after(row());
  }

  @Override
  public Change change() {
    int at = row();
    builder
        .kind(kind())
        .row(Row.wrap(schema, values(at)))
        .position(positions.after(at))
        .endsTransaction(positions.endsTransaction(at))
        .replayed(replayed);
    if (log != null) {
      builder.log(log.tso(at), log.lsn(at));
    }
    return builder.build();
  }

  private @Nullable Object[] values(int at) {
    @Nullable Object[] values = new Object[current.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = current[i].getObject(at);
    }
    return values;
  }

  @Override
  public boolean isNull(int column) {
    int at = row();
    return current[column].isNull(at);
  }

  @Override
  public boolean getBoolean(int column) {
    int at = row();
    return current[column].getBoolean(at);
  }

  @Override
  public int getInt(int column) {
    int at = row();
    return current[column].getInt(at);
  }

  @Override
  public long getLong(int column) {
    int at = row();
    return current[column].getLong(at);
  }

  @Override
  public float getFloat(int column) {
    int at = row();
    return current[column].getFloat(at);
  }

  @Override
  public double getDouble(int column) {
    int at = row();
    return current[column].getDouble(at);
  }

  @Override
  public int getEpochDay(int column) {
    int at = row();
    return current[column].getEpochDay(at);
  }

  @Override
  public long getEpochMicros(int column) {
    int at = row();
    return current[column].getEpochMicros(at);
  }

  @Override
  public long getUnscaledLong(int column) {
    int at = row();
    return current[column].getUnscaledLong(at);
  }

  @Override
  public int byteLength(int column) {
    int at = row();
    return current[column].byteLength(at);
  }

  @Override
  public int copyBytes(int column, byte[] target, int offset) {
    int at = row();
    return current[column].copyBytes(at, target, offset);
  }

  @Override
  public @Nullable String getString(int column) {
    int at = row();
    return current[column].getString(at);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) {
    int at = row();
    return current[column].getBigDecimal(at);
  }

  @Override
  public @Nullable LocalDate getLocalDate(int column) {
    int at = row();
    return current[column].getLocalDate(at);
  }

  @Override
  public @Nullable LocalDateTime getLocalDateTime(int column) {
    int at = row();
    return current[column].getLocalDateTime(at);
  }

  @Override
  public @Nullable Object getObject(int column) {
    int at = row();
    return current[column].getObject(at);
  }
}
