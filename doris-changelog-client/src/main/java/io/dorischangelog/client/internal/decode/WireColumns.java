package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnsupportedServerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Finds selected columns in an answer: by name, or by place when the server gave no names. */
final class WireColumns {

  private static final int NOT_UNIQUE = -1;

  private final List<Field> fields;
  private final Map<String, Integer> indexByName;
  private final ErrorContext context;

  WireColumns(Schema wire, Projection projection, ErrorContext context) {
    this.fields = wire.getFields();
    this.context = context;
    List<String> selected = projection.selectList();
    this.indexByName = isUnlabelled(selected) ? index(selected) : index(names());
  }

  private static Map<String, Integer> index(List<String> names) {
    Map<String, Integer> index = new HashMap<>(names.size() * 2);
    for (int i = 0; i < names.size(); i++) {
      int place = i;
      index.merge(names.get(i), place, (first, second) -> NOT_UNIQUE);
    }
    return index;
  }

  /**
   * Whether every name is {@code <something>_<its own place>}, which is what Doris makes up for
   * expressions without a label, and there are as many as were selected.
   */
  private boolean isUnlabelled(List<String> selected) {
    List<String> names = names();
    if (names.isEmpty() || names.size() != selected.size() || names.equals(selected)) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).endsWith("_" + i) || selected.contains(names.get(i))) {
        return false;
      }
    }
    return true;
  }

  private List<String> names() {
    return fields.stream().map(Field::getName).toList();
  }

  Field field(int index) {
    return fields.get(index);
  }

  /** The places of change columns. */
  int changeColumn(String name) {
    Integer index = indexByName.get(name);
    if (index == null) {
      throw new UnsupportedServerException(
          context, "The server's answer has no change column `" + name + "`", names(), null);
    }
    return unique(name, index);
  }

  /** The places of the columns to hand out. */
  int[] columns(List<String> wanted) {
    List<String> missing = new ArrayList<>();
    int[] places = new int[wanted.size()];
    for (int i = 0; i < places.length; i++) {
      Integer index = indexByName.get(wanted.get(i));
      if (index == null) {
        missing.add(wanted.get(i));
      } else {
        places[i] = unique(wanted.get(i), index);
      }
    }
    if (!missing.isEmpty()) {
      throw new SchemaChangedException(
          context, missing, "are not among those the server sent, " + names());
    }
    return places;
  }

  private int unique(String name, int index) {
    if (index == NOT_UNIQUE) {
      throw new UnsupportedServerException(
          context, "The server sent two columns called `" + name + "`", names(), null);
    }
    return index;
  }
}
