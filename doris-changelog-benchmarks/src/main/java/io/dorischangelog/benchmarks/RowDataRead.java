package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.flink.ChangeConverter;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** Makes one of Flink's internal rows of each row of a batch, as the connector does. */
final class RowDataRead implements BatchRead<ChangeBatch> {
  private static final RowType COLUMNS =
      RowType.of(
          new LogicalType[] {
            new BigIntType(false),
            new IntType(),
            new VarCharType(20),
            new DecimalType(18, 2),
            new TimestampType(6),
            new DateType(),
            new BooleanType(),
            new DoubleType()
          },
          new String[] {"id", "k", "name", "amount", "ts", "d", "flag", "v"});

  private final ChangeConverter<RowData> converter =
      ChangeConverter.toRowData(COLUMNS, TypeInformation.of(RowData.class));

  RowDataRead(TableSchema schema) {
    converter.open(schema);
  }

  @Override
  public long read(ChangeBatch batch) {
    ChangeCursor row = batch.cursor();
    long sum = 0;
    while (row.next()) {
      sum += converter.convert(row).getArity();
    }
    return sum;
  }
}
