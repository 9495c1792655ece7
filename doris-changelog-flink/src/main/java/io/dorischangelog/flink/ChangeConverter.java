package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.TableSchema;
import java.io.Serializable;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/**
 * Turns the rows of a read into the records of a stream. Each reader uses a copy of its own, on one
 * thread.
 *
 * @param <T> type of the records
 */
public interface ChangeConverter<T> extends Serializable, ResultTypeQueryable<T> {

  /** Called before rows with these columns are converted, again when the columns change. */
  void open(TableSchema schema);

  /**
   * One record for the row the cursor stands at. The record must not refer to the cursor, whose
   * memory is released soon; {@link ChangeCursor#change()} gives a row that may be kept.
   */
  T convert(ChangeCursor row);
}
