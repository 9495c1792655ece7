package io.dorischangelog.client;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the rows of a {@link ChangeBatch} without creating objects, apart from the getters
 * that return one.
 *
 * <pre>{@code
 * ChangeCursor row = batch.cursor();
 * int id = batch.schema().indexOf("id");
 * while (row.next()) {
 *   use(row.kind(), row.getLong(id));
 * }
 * }</pre>
 *
 * <p>Columns are addressed by their index in {@link ChangeBatch#schema()}, counted from 0. A getter
 * is for the types named with it and for no others (there is no conversion here; {@link Row}
 * converts): another column fails with {@link IllegalArgumentException}. A primitive getter on
 * {@code null} fails with {@link io.dorischangelog.client.error.UnreadableValueException}: ask
 * {@link #isNull} first. Every method fails with {@link IllegalStateException} after the batch was
 * closed, and the getters before the first {@code next()} or after it answered false. For one
 * thread.
 */
public interface ChangeCursor {

  /** Steps to the next row; false when there is none. */
  boolean next();

  /** What happened to the current row. */
  ChangeKind kind();

  /**
   * The commit TSO of the current row's transaction: milliseconds since 1970 shifted left by 18
   * bits, and a counter. Fails with {@link IllegalStateException} in a snapshot, which has none.
   */
  long tso();

  /**
   * The row's log sequence number. It orders rows inside one result and is no durable identity.
   * Fails with {@link IllegalStateException} in a snapshot, which has none.
   */
  long lsn();

  /** Whether the current row is the last one of its transaction; as {@link Change} says it. */
  boolean endsTransaction();

  /** The position behind the current row; creates an object. */
  Position position();

  /** The current row as an object that may be kept. */
  Change change();

  /** Whether the value is SQL NULL. */
  boolean isNull(int column);

  /** BOOLEAN. */
  boolean getBoolean(int column);

  /** TINYINT, SMALLINT, INT. */
  int getInt(int column);

  /** TINYINT, SMALLINT, INT, BIGINT. */
  long getLong(int column);

  /** FLOAT. */
  float getFloat(int column);

  /** FLOAT, DOUBLE. */
  double getDouble(int column);

  /** DATE, in days since 1970-01-01. */
  int getEpochDay(int column);

  /**
   * Microseconds since 1970-01-01 00:00:00: for DATETIME of the wall clock, read as if it were UTC;
   * for TIMESTAMPTZ of the instant. TIMESTAMP_NS below the microsecond is refused.
   */
  long getEpochMicros(int column);

  /** DECIMAL up to 18 digits: the value without its point, such as 1250 for 12.50. */
  long getUnscaledLong(int column);

  /** Length in bytes of a value that {@link #copyBytes} copies. */
  int byteLength(int column);

  /**
   * Copies the bytes of a CHAR, VARCHAR, STRING, JSON (UTF-8, not checked), VARBINARY, BITMAP, HLL
   * or QUANTILE_STATE value.
   *
   * @param target where to; must have room for {@link #byteLength} bytes from {@code offset} on
   * @param offset index of the first byte in {@code target}
   * @return the number of bytes
   */
  int copyBytes(int column, byte[] target, int offset);

  /** CHAR, VARCHAR, STRING, JSON, VARIANT; {@code null} for SQL NULL. */
  @Nullable String getString(int column);

  /** DECIMAL, with the column's scale; {@code null} for SQL NULL. */
  @Nullable BigDecimal getBigDecimal(int column);

  /** DATE; {@code null} for SQL NULL. */
  @Nullable LocalDate getLocalDate(int column);

  /** DATETIME; {@code null} for SQL NULL. */
  @Nullable LocalDateTime getLocalDateTime(int column);

  /** Any type, as {@link Row#getObject(int)} gives it; {@code null} for SQL NULL. */
  @Nullable Object getObject(int column);
}
