package io.dorischangelog.client.wire;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Writes plain Java values into Arrow vectors: numbers, texts, {@code byte[]}, {@link List}, {@link
 * Map} and, for a struct, {@code Map} by field name. {@code null} is null.
 */
final class VectorFill {

  private VectorFill() {}

  static void set(FieldVector vector, int index, Object value) {
    if (vector instanceof NullVector) {
      return;
    }
    if (value == null) {
      setNull(vector, index);
    } else if (vector instanceof MapVector map) {
      setMap(map, index, (Map<?, ?>) value);
    } else if (vector instanceof ListVector list) {
      setList(list, index, (List<?>) value);
    } else if (vector instanceof StructVector struct) {
      setStruct(struct, index, (Map<?, ?>) value);
    } else if (value instanceof byte[] bytes) {
      setBytes(vector, index, bytes);
    } else if (value instanceof Number number) {
      setNumber(vector, index, number);
    } else if (value instanceof Boolean flag) {
      ((BitVector) vector).setSafe(index, flag ? 1 : 0);
    } else {
      setBytes(vector, index, ((String) value).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void setNull(FieldVector vector, int index) {
    if (vector instanceof StructVector struct) {
      while (struct.getValueCapacity() <= index) {
        struct.reAlloc();
      }
      struct.setNull(index);
      struct.getChildrenFromFields().forEach(child -> set(child, index, null));
    } else if (vector instanceof ListVector list) {
      list.setNull(index);
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      fixed.setNull(index);
    } else if (vector instanceof VarCharVector text) {
      text.setNull(index);
    } else if (vector instanceof VarBinaryVector binary) {
      binary.setNull(index);
    } else {
      ((LargeVarCharVector) vector).setNull(index);
    }
  }

  private static void setList(ListVector vector, int index, List<?> values) {
    int start = vector.startNewValue(index);
    for (int i = 0; i < values.size(); i++) {
      set(vector.getDataVector(), start + i, values.get(i));
    }
    vector.endValue(index, values.size());
  }

  private static void setMap(MapVector vector, int index, Map<?, ?> values) {
    int start = vector.startNewValue(index);
    StructVector entries = (StructVector) vector.getDataVector();
    int at = start;
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      entries.setIndexDefined(at);
      set(entries.getChildrenFromFields().get(0), at, entry.getKey());
      set(entries.getChildrenFromFields().get(1), at, entry.getValue());
      at++;
    }
    vector.endValue(index, values.size());
  }

  private static void setStruct(StructVector vector, int index, Map<?, ?> values) {
    vector.setIndexDefined(index);
    for (FieldVector child : vector.getChildrenFromFields()) {
      set(child, index, values.get(child.getName()));
    }
  }

  private static void setBytes(FieldVector vector, int index, byte[] bytes) {
    if (vector instanceof VarCharVector text) {
      text.setSafe(index, bytes);
    } else if (vector instanceof LargeVarCharVector text) {
      text.setSafe(index, bytes);
    } else if (vector instanceof VarBinaryVector binary) {
      binary.setSafe(index, bytes);
    } else {
      ((FixedSizeBinaryVector) vector).setSafe(index, bytes);
    }
  }

  private static void setNumber(FieldVector vector, int index, Number value) {
    if (vector instanceof TinyIntVector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof SmallIntVector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof IntVector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof BigIntVector target) {
      target.setSafe(index, value.longValue());
    } else if (vector instanceof UInt1Vector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof UInt2Vector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof UInt4Vector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof Float4Vector target) {
      target.setSafe(index, value.floatValue());
    } else if (vector instanceof Float8Vector target) {
      target.setSafe(index, value.doubleValue());
    } else if (vector instanceof DateDayVector target) {
      target.setSafe(index, value.intValue());
    } else if (vector instanceof TimeStampVector target) {
      target.setSafe(index, value.longValue());
    } else if (vector instanceof DecimalVector target) {
      target.setSafe(index, (BigDecimal) value);
    } else {
      ((Decimal256Vector) vector).setSafe(index, (BigDecimal) value);
    }
  }
}
