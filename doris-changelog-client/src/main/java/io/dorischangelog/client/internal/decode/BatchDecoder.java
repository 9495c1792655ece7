package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the batches of one stream. Columns are found by name, and their types on the wire
 * checked, when it is made. Immutable.
 */
public final class BatchDecoder {

  private final TableSchema schema;
  private final int[] places;
  private final ReaderBinding[] bindings;
  private final @Nullable LogColumn @Nullable [] logColumns;

  /** A change column and its place in the answer. */
  private record LogColumn(ColumnRef ref, int place) {

    IntegerReader bind(VectorSchemaRoot root) {
      return new IntegerReader(ref, root.getVector(place));
    }
  }

  private BatchDecoder(WireColumns wire, Projection projection, ErrorContext context) {
    this.schema = projection.schema();
    HiddenColumns hidden = projection.hidden();
    this.logColumns =
        hidden == null
            ? null
            : hidden.names().stream()
                .map(name -> logColumn(name, wire, context))
                .toArray(LogColumn[]::new);
    this.places = wire.columns(schema.columns().stream().map(Column::name).toList());
    this.bindings = new ReaderBinding[places.length];
    for (int i = 0; i < places.length; i++) {
      Column column = schema.column(i);
      ColumnRef ref = new ColumnRef(column.name(), column.type(), context);
      bindings[i] = ReaderBindings.of(ref, wire.field(places[i]));
    }
  }

  private BatchDecoder(TableSchema schema) {
    this.schema = schema;
    this.logColumns = null;
    this.places = new int[0];
    this.bindings = new ReaderBinding[0];
  }

  /** A decoder for batches without rows and vectors. */
  static BatchDecoder withoutColumns(TableSchema schema) {
    return new BatchDecoder(schema);
  }

  /**
   * A decoder for the schema a stream announced.
   *
   * @param context table and window, for messages
   * @throws UnsupportedServerException if a change column is missing or no integer, or two columns
   *     have the same name
   * @throws io.dorischangelog.client.error.SchemaChangedException if a selected column is missing,
   *     or sent in a type that is no form of its declared one
   * @throws io.dorischangelog.client.error.UnsupportedTypeException if a type is unknown
   */
  public static BatchDecoder of(Schema wire, Projection projection, ErrorContext context) {
    return new BatchDecoder(new WireColumns(wire, projection, context), projection, context);
  }

  private static LogColumn logColumn(String name, WireColumns wire, ErrorContext context) {
    int place = wire.changeColumn(name);
    Field field = wire.field(place);
    if (!WireTypes.fitsSigned(field.getType(), Long.SIZE)) {
      throw new UnsupportedServerException(
          context,
          "The change column `"
              + name
              + "` is sent as "
              + WireText.of(field)
              + ", not as an integer",
          List.of(name),
          null);
    }
    return new LogColumn(new ColumnRef(name, DorisType.of(Family.BIGINT), context), place);
  }

  /** The columns of the rows. */
  public TableSchema schema() {
    return schema;
  }

  /**
   * Makes a batch of loaded vectors, after checking its change columns.
   *
   * @param root vectors with the schema given to {@link #of}; read until the batch is closed
   * @param positions the positions of the rows; for the second and later batches of a window what
   *     {@link ArrowChangeBatch#following()} of the batch before says
   * @param end what ends with this batch
   * @param release run once when the batch is closed; closes {@code root} if that is to be closed
   * @throws io.dorischangelog.client.error.UnreadableValueException if a TSO, LSN or operation code
   *     is null or unknown; {@code release} is then the caller's to run
   */
  public ArrowChangeBatch decode(
      VectorSchemaRoot root,
      RowPositions positions,
      BatchEnd end,
      boolean replayed,
      Runnable release) {
    return new ArrowChangeBatch(this, root, positions, end, replayed, release);
  }

  @Nullable ChangeLog bindLog(VectorSchemaRoot root) {
    if (logColumns == null) {
      return null;
    }
    ChangeLog log =
        new ChangeLog(
            logColumns[0].bind(root),
            logColumns[1].bind(root),
            logColumns[2].bind(root),
            schema.semantics());
    log.check(schema.semantics());
    return log;
  }

  ColumnReaders bindReaders(VectorSchemaRoot root) {
    ColumnReader[] readers = new ColumnReader[places.length];
    for (int i = 0; i < places.length; i++) {
      try {
        readers[i] = bindings[i].bind(root.getVector(places[i]));
      } catch (BadCell e) {
        throw e.inRow(0);
      }
    }
    return new ColumnReaders(schema, readers);
  }
}
