package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.flink.EnumeratorState.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The form of the enumerator's state in checkpoints. */
final class EnumeratorStateSerializer implements SimpleVersionedSerializer<EnumeratorState> {

  @Override
  public int getVersion() {
    return SplitSerializer.VERSION;
  }

  @Override
  public byte[] serialize(EnumeratorState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(512);
    out.writeBoolean(state.resolved());
    out.writeInt(state.pending().size());
    for (SnapshotSplit part : state.pending()) {
      SplitSerializer.writePart(part, out);
    }
    out.writeInt(state.running().size());
    for (String id : state.running()) {
      out.writeUTF(id);
    }
    out.writeBoolean(state.snapshot());
    Position start = state.start();
    SplitSerializer.writeText(start == null ? "" : start.toText(), out);
    out.writeUTF(state.stage().name());
    return out.getCopyOfBuffer();
  }

  @Override
  public EnumeratorState deserialize(int version, byte[] bytes) throws IOException {
    SplitSerializer.requireKnown(version);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    boolean resolved = in.readBoolean();
    int parts = in.readInt();
    List<SnapshotSplit> pending = new ArrayList<>(parts);
    for (int i = 0; i < parts; i++) {
      pending.add(SplitSerializer.readPart(in));
    }
    int ids = in.readInt();
    Set<String> running = new HashSet<>();
    for (int i = 0; i < ids; i++) {
      running.add(in.readUTF());
    }
    boolean snapshot = in.readBoolean();
    String start = SplitSerializer.readText(in);
    return new EnumeratorState(
        resolved,
        pending,
        running,
        snapshot,
        start.isEmpty() ? null : Position.parse(start),
        Stage.valueOf(in.readUTF()));
  }
}
