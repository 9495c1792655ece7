package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Position;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A cursor over Arrow vectors. */
final class ArrowChangeCursor implements ChangeCursor {

  private final ArrowChangeBatch batch;
  private final PositionWalk positions;
  private final ChangeMaker changes;
  private final int rowCount;

  private int row = -1;

  /** The readers that are right for the current row. */
  private ColumnReader[] current = {};

  ArrowChangeCursor(ArrowChangeBatch batch, PositionWalk positions, ChangeMaker changes) {
    this.batch = batch;
    this.positions = positions;
    this.changes = changes;
    this.rowCount = batch.rowCount();
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
    current = changes.readers(row);
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
    return changes.kind(row());
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
    return changes.change(at, changes.values(at));
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
