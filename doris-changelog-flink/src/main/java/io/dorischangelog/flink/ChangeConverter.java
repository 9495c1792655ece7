package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.TableSchema;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Turns the rows of a read into the records of a stream. Each reader uses a copy of its own, on one
 * thread.
 *
 * @param <T> type of the records
 */
public interface ChangeConverter<T> extends Serializable, ResultTypeQueryable<T> {

  /**
   * Makes Flink's internal rows.
   *
   * @param columns names of the table's columns that the rows have as fields, and the types to read
   *     them as
   * @param produced what is said of the rows' type, such as {@code InternalTypeInfo.of(columns)}
   */
  static ChangeConverter<RowData> toRowData(RowType columns, TypeInformation<RowData> produced) {
    return new RowDataConverter(
        columns.getFieldNames(), columns.getChildren(), List.of(), produced);
  }

  /** Called before rows with these columns are converted, again when the columns change. */
  void open(TableSchema schema);

  /**
   * One record for the row the cursor stands at. The record must not refer to the cursor, whose
   * memory is released soon; {@link ChangeCursor#change()} gives a row that may be kept.
   */
  T convert(ChangeCursor row);
}
