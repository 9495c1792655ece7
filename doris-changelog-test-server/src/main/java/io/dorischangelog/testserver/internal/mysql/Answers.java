package io.dorischangelog.testserver.internal.mysql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the answers to commands. */
final class Answers {
  private static final int AUTOCOMMIT = 2;
  private static final int NULL_CELL = 0xfb;

  private final PacketChannel channel;

  Answers(PacketChannel channel) {
    this.channel = channel;
  }

  void ok() throws IOException {
    ok(0, "");
  }

  void ok(long affectedRows, String info) throws IOException {
    PayloadWriter payload =
        new PayloadWriter()
            .int1(0)
            .lengthEncoded(affectedRows)
            .lengthEncoded(0)
            .int2(AUTOCOMMIT)
            .int2(0);
    channel.write(info.isEmpty() ? payload : payload.lengthEncoded(info));
  }

  /** A failed statement, in the frame that Doris puts around the text of every one. */
  void error(DorisException e) throws IOException {
    error(e.code(), e.sqlState(), "errCode = 2, detailMessage = " + e.getMessage());
  }

  void error(int code, String sqlState, String message) throws IOException {
    channel.write(new PayloadWriter().int1(0xff).int2(code).int1('#').rest(sqlState).rest(message));
  }

  void endOfRows() throws IOException {
    channel.write(new PayloadWriter().int1(0xfe).int2(0).int2(AUTOCOMMIT));
  }

  /**
   * A result set. Rows are pulled while they are sent, so an error may come behind some of them.
   */
  void rows(Result.Rows result) throws IOException {
    List<ResultColumn> columns = result.columns();
    channel.write(new PayloadWriter().lengthEncoded(columns.size()));
    for (ResultColumn column : columns) {
      channel.write(ColumnPacket.of(column));
    }
    endOfRows();
    for (@Nullable Object[] row = result.rows().next(); row != null; row = result.rows().next()) {
      channel.write(row(row, columns));
    }
    endOfRows();
  }

  private static PayloadWriter row(@Nullable Object[] values, List<ResultColumn> columns) {
    PayloadWriter payload = new PayloadWriter();
    for (int i = 0; i < values.length; i++) {
      cell(payload, values[i], columns.get(i).type());
    }
    return payload;
  }

  private static void cell(PayloadWriter payload, @Nullable Object value, DorisType type) {
    if (value instanceof byte[] bytes) {
      payload.lengthEncoded(bytes.length).raw(bytes);
      return;
    }
    String text = Values.format(value, type);
    if (text == null) {
      payload.int1(NULL_CELL);
    } else {
      payload.lengthEncoded(text);
    }
  }
}
