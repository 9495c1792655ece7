package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.error.UnsupportedTypeException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * What error messages say about a column, or about a part of one.
 *
 * @param path the column's name, with {@code []} for elements and {@code .field} for fields
 * @param type the declared type
 * @param context table and window
 */
record ColumnRef(String path, DorisType type, ErrorContext context) {

  /** A part of this column. */
  ColumnRef nested(String suffix, DorisType childType) {
    return new ColumnRef(path + suffix, childType, context);
  }

  BadCell bad(String why) {
    return new BadCell(this, why, null);
  }

  BadCell bad(String why, @Nullable Throwable cause) {
    return new BadCell(this, why, cause);
  }

  UnreadableValueException unreadable(BadCell cell, int row) {
    return new UnreadableValueException(
        context, path, type.toString(), row, cell.why(), cell.getCause());
  }

  /** The declared type, or the one on the wire, is unknown. */
  UnsupportedTypeException unsupported(Field wire) {
    return new UnsupportedTypeException(
        context, path, type + " (sent as " + WireText.of(wire) + ")");
  }

  /** The zone of a timestamp is none. */
  UnsupportedTypeException unknownZone(String zone) {
    return new UnsupportedTypeException(
        context, path, type + " (sent in the time zone '" + zone + "', which Java does not know)");
  }

  /** A known type on the wire, but one that does not belong to the declared type. */
  SchemaChangedException mismatch(Field wire) {
    return new SchemaChangedException(
        context,
        List.of(path),
        "are sent as " + WireText.of(wire) + ", which is no form of the declared type " + type);
  }
}
