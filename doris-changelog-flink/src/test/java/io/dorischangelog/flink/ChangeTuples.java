package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.TableSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;

/** Changes of a table with the columns id and value: sign, id, value. */
final class ChangeTuples implements ChangeConverter<Tuple3<String, Integer, String>> {
  private static final long serialVersionUID = 1L;

  @Override
  public void open(TableSchema schema) {
    // Columns are found by name.
  }

  @Override
  public Tuple3<String, Integer, String> convert(ChangeCursor cursor) {
    Row row = cursor.change().row();
    return Tuple3.of(cursor.kind().sign(), row.getInt("id"), row.getString("value"));
  }

  @Override
  public TypeInformation<Tuple3<String, Integer, String>> getProducedType() {
    return Types.TUPLE(Types.STRING, Types.INT, Types.STRING);
  }
}
