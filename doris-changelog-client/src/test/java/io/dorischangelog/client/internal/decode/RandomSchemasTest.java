package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.wire.RandomColumn;
import io.dorischangelog.client.wire.WireBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RandomSchemasTest {

  @Property(tries = 300)
  void everyValueOfEverySchemaArrives(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 6) int columnCount,
      @ForAll @IntRange(max = 20) int rowCount) {
    List<RandomColumn> columns = new ArrayList<>();
    try (WireBatch wire = new WireBatch()) {
      for (int i = 0; i < columnCount; i++) {
        RandomColumn column = new RandomColumn(random, "c" + i, rowCount);
        wire.column(column.field(), column.sent());
        columns.add(column);
      }
      List<Row> rows =
          wire.rows(
              TableSchema.of(
                  Semantics.FULL,
                  columns.stream()
                      .map(column -> Column.of(column.field().getName(), column.type()))
                      .toList()));
      assertThat(rows).hasSize(rowCount);
      for (int row = 0; row < rowCount; row++) {
        for (int column = 0; column < columnCount; column++) {
          assertThat(rows.get(row).getObject(column))
              .isEqualTo(columns.get(column).expected().get(row));
        }
      }
    }
  }
}
