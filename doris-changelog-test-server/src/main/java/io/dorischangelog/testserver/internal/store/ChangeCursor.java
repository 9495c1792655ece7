package io.dorischangelog.testserver.internal.store;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Walks change events: visible columns, then TSO, LSN and op. */
final class ChangeCursor implements RowCursor {
  private final Iterator<ChangeEvent> events;
  private final RowDecoder decoder;
  private final int visible;
  private @Nullable ChangeEvent event;
  private @Nullable Object @Nullable [] values;

  ChangeCursor(Iterator<ChangeEvent> events, RowDecoder decoder, int visible) {
    this.events = events;
    this.decoder = decoder;
    this.visible = visible;
  }

  @Override
  public boolean advance() {
    values = null;
    event = events.hasNext() ? events.next() : null;
    return event != null;
  }

  @Override
  public @Nullable Object value(int column) {
    ChangeEvent current = event;
    if (current == null) {
      throw new IllegalStateException("no row; advance first");
    }
    if (column < visible) {
      if (values == null) {
        values = decoder.decode(current.bytes());
      }
      return values[column];
    }
    return switch (column - visible) {
      case 0 -> current.tso();
      case 1 -> current.lsn();
      default -> (long) current.op();
    };
  }
}
