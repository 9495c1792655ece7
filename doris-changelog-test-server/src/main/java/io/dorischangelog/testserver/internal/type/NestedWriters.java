package io.dorischangelog.testserver.internal.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** Writers of ARRAY, MAP and STRUCT columns, each built on the writers of its parts. */
final class NestedWriters {
  private NestedWriters() {}

  static CellWriter array(DorisType type, FieldVector target, ArrowLayout layout) {
    ListVector vector = (ListVector) target;
    CellWriter element = CellWriters.bind(type.children().get(0), vector.getDataVector(), layout);
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
        return;
      }
      int start = vector.startNewValue(row);
      List<?> elements = (List<?>) value;
      for (int i = 0; i < elements.size(); i++) {
        element.write(start + i, elements.get(i));
      }
      vector.endValue(row, elements.size());
    };
  }

  static CellWriter map(DorisType type, FieldVector target, ArrowLayout layout) {
    MapVector vector = (MapVector) target;
    StructVector entries = (StructVector) vector.getDataVector();
    List<DorisType> parts = type.children();
    CellWriter key =
        CellWriters.bind(parts.get(0), entries.getChild("key", FieldVector.class), layout);
    CellWriter item =
        CellWriters.bind(parts.get(1), entries.getChild("value", FieldVector.class), layout);
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
        return;
      }
      int start = vector.startNewValue(row);
      int at = start;
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        entries.setIndexDefined(at);
        key.write(at, entry.getKey());
        item.write(at, entry.getValue());
        at++;
      }
      vector.endValue(row, at - start);
    };
  }

  /** VARIANT of the second version: the bytes of a dictionary of keys, and of the value. */
  static CellWriter variant(StructVector vector) {
    VarBinaryVector keys = (VarBinaryVector) vector.getChildByOrdinal(0);
    VarBinaryVector content = (VarBinaryVector) vector.getChildByOrdinal(1);
    return (row, value) -> {
      VariantBytes bytes = new VariantBytes(value == null ? "null" : (String) value);
      keys.setSafe(row, bytes.dictionary());
      content.setSafe(row, bytes.value());
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setIndexDefined(row);
      }
    };
  }

  static CellWriter struct(DorisType type, FieldVector target, ArrowLayout layout) {
    StructVector vector = (StructVector) target;
    List<CellWriter> fields = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      FieldVector child = (FieldVector) vector.getChildByOrdinal(i);
      fields.add(CellWriters.bind(type.children().get(i), child, layout));
    }
    return (row, value) -> {
      if (value == null) {
        vector.setNull(row);
        return;
      }
      vector.setIndexDefined(row);
      List<?> values = (List<?>) value;
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).write(row, values.get(i));
      }
    };
  }
}
