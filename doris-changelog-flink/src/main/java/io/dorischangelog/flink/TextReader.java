package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * Copies texts as the bytes they are. Short ones share small chunks of memory: a record that is
 * kept holds at most the chunk, and each text costs two small objects instead of four.
 */
final class TextReader implements FieldReader {
  private static final int CHUNK_BYTES = 4096;
  private static final int LONG_BYTES = 256;

  private byte[] chunk = new byte[0];
  private MemorySegment[] segments = new MemorySegment[0];
  private int used;

  @Override
  public Object read(ChangeCursor row, int column) {
    int length = row.byteLength(column);
    if (length > LONG_BYTES) {
      byte[] own = new byte[length];
      row.copyBytes(column, own, 0);
      return BinaryStringData.fromBytes(own);
    }
    if (used + length > chunk.length) {
      chunk = new byte[CHUNK_BYTES];
      segments = new MemorySegment[] {MemorySegmentFactory.wrap(chunk)};
      used = 0;
    }
    int start = used;
    row.copyBytes(column, chunk, start);
    used += length;
    return BinaryStringData.fromAddress(segments, start, length);
  }
}
