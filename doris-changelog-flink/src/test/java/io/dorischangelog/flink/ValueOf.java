package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.TableSchema;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** The text in one column as the record of a stream. */
final class ValueOf implements ChangeConverter<String> {
  private static final long serialVersionUID = 1L;

  private final String column;
  private int index;

  ValueOf(String column) {
    this.column = column;
  }

  @Override
  public void open(TableSchema schema) {
    index = schema.indexOf(column);
  }

  @Override
  public String convert(ChangeCursor row) {
    return Objects.requireNonNull(row.change().row().getString(index));
  }

  @Override
  public TypeInformation<String> getProducedType() {
    return Types.STRING;
  }
}
