package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.wire.WireBatch;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** Offsets of a batch that is part of a larger one do not begin at 0. */
class SliceOffsetsTest {

  private static final Field TEXT = WireBatch.field("c", WireBatch.UTF8);
  private static final Field LIST =
      WireBatch.field("c", ArrowType.List.INSTANCE, WireBatch.field("item", WireBatch.UTF8));

  @Test
  void textsOfASliceAreRead() {
    try (WireBatch whole = new WireBatch().column(TEXT, "a", "bc", "", "def");
        FieldVector slice = TEXT.createVector(whole.allocator())) {
      FieldVector vector = whole.root().getVector("c");
      slice.loadFieldBuffers(
          new ArrowFieldNode(2, 0),
          List.of(vector.getValidityBuffer(), offsetsFrom(vector, 2, 2), vector.getDataBuffer()));
      assertThat(read(whole, slice, "text")).containsExactly("", "def");
    }
  }

  @Test
  void listsOfASliceAreRead() {
    try (WireBatch whole =
            new WireBatch()
                .column(LIST, List.of("a"), List.of("bc", "d"), List.of(), List.of("e", "f"));
        FieldVector slice = LIST.createVector(whole.allocator())) {
      FieldVector vector = whole.root().getVector("c");
      slice.loadFieldBuffers(
          new ArrowFieldNode(3, 0), List.of(vector.getValidityBuffer(), offsetsFrom(vector, 1, 3)));
      FieldVector items = vector.getChildrenFromFields().get(0);
      slice
          .getChildrenFromFields()
          .get(0)
          .loadFieldBuffers(new ArrowFieldNode(items.getValueCount(), 0), items.getFieldBuffers());
      assertThat(read(whole, slice, "array<text>"))
          .containsExactly(List.of("bc", "d"), List.of(), List.of("e", "f"));
    }
  }

  private static ArrowBuf offsetsFrom(FieldVector vector, int row, int rows) {
    return vector.getOffsetBuffer().slice(4L * row, 4L * (rows + 1));
  }

  private static List<Object> read(WireBatch whole, FieldVector slice, String type) {
    VectorSchemaRoot root =
        new VectorSchemaRoot(List.of(slice.getField()), List.of(slice), slice.getValueCount());
    return WireBatch.rows(whole.snapshot(WireBatch.schema("c", type), root)).stream()
        .map(row -> row.getObject(0))
        .toList();
  }
}
