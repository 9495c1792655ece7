package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.TableSchema;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** Makes Flink's internal rows: the declared columns, then the declared metadata. */
final class RowDataConverter implements ChangeConverter<RowData> {
  private static final long serialVersionUID = 1L;

  private final List<String> columns;
  private final List<LogicalType> types;
  private final List<MetadataColumn> metadata;
  private final TypeInformation<RowData> produced;
  private transient FieldReader[] readers = new FieldReader[0];
  private transient int[] places = new int[0];

  /**
   * @param columns names in the order of the rows' fields
   * @param types of these columns
   * @param metadata behind them
   * @param produced the type of all of them together
   */
  RowDataConverter(
      List<String> columns,
      List<LogicalType> types,
      List<MetadataColumn> metadata,
      TypeInformation<RowData> produced) {
    this.columns = List.copyOf(columns);
    this.types = List.copyOf(types);
    this.metadata = List.copyOf(metadata);
    this.produced = produced;
  }

  @Override
  public void open(TableSchema schema) {
    readers = new FieldReader[columns.size()];
    places = new int[columns.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = schema.indexOf(columns.get(i));
      readers[i] = FieldReaders.of(schema.column(places[i]).type(), types.get(i));
    }
  }

  @Override
  public RowData convert(ChangeCursor row) {
    GenericRowData data = new GenericRowData(kind(row.kind()), places.length + metadata.size());
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      if (!row.isNull(place)) {
        data.setField(i, readers[i].read(row, place));
      }
    }
    for (int i = 0; i < metadata.size(); i++) {
      data.setField(places.length + i, metadata.get(i).read(row));
    }
    return data;
  }

  private static RowKind kind(ChangeKind kind) {
    return switch (kind) {
      case SNAPSHOT, INSERT -> RowKind.INSERT;
      case UPDATE_BEFORE -> RowKind.UPDATE_BEFORE;
      case UPDATE_AFTER, UPSERT -> RowKind.UPDATE_AFTER;
      case DELETE -> RowKind.DELETE;
    };
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return produced;
  }
}
