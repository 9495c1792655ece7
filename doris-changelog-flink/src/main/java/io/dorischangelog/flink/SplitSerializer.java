package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;

/** The form of a split in checkpoints and on its way to a reader. */
final class SplitSerializer implements SimpleVersionedSerializer<DorisSplit> {
  static final int VERSION = 1;

  private static final byte SNAPSHOT = 1;
  private static final byte CHANGES = 2;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(DorisSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    if (split instanceof DorisSplit.Snapshot snapshot) {
      out.writeByte(SNAPSHOT);
      out.writeBoolean(snapshot.finished());
      writePart(snapshot.part(), out);
    } else if (split instanceof DorisSplit.Changes changes) {
      out.writeByte(CHANGES);
      writeText(changes.position().toText(), out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public DorisSplit deserialize(int version, byte[] bytes) throws IOException {
    requireKnown(version);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    byte kind = in.readByte();
    return switch (kind) {
      case SNAPSHOT -> {
        boolean finished = in.readBoolean();
        yield new DorisSplit.Snapshot(readPart(in), finished);
      }
      case CHANGES -> new DorisSplit.Changes(Position.parse(readText(in)));
      default -> throw new IOException("a split of unknown kind " + kind + " in the state");
    };
  }

  /** Fails on state of a version that this one does not know, telling what to do. */
  static void requireKnown(int version) throws IOException {
    if (version < 1 || version > VERSION) {
      throw new IOException(
          "the state was written in version "
              + version
              + " of its form, this connector reads versions 1 to "
              + VERSION
              + "; restore it with the connector that wrote it, or start without it");
    }
  }

  static void writePart(SnapshotSplit part, DataOutputView out) throws IOException {
    byte[] bytes = InstantiationUtil.serializeObject(part);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static SnapshotSplit readPart(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    try {
      return InstantiationUtil.deserializeObject(bytes, SnapshotSplit.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IOException("a part of a snapshot in the state cannot be read", e);
    }
  }

  /** Without the 64 KiB limit of {@code writeUTF}: a position may name many partitions. */
  static void writeText(String text, DataOutputView out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
