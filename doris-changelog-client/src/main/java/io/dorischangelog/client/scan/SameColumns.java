package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that all parts of one result have the same columns: their rows are decoded by one
 * decoder and sorted together, so a value of another column or type would pass for something else.
 */
final class SameColumns {
  private final ErrorContext context;
  private @Nullable Schema first;

  SameColumns(ErrorContext context) {
    this.context = context;
  }

  /**
   * Looks at the next part; one without columns has no rows.
   *
   * @throws UnsupportedServerException naming the first column that differs
   */
  void require(Schema part) {
    Schema known = first;
    if (part.getFields().isEmpty()) {
      return;
    }
    if (known == null) {
      first = part;
      return;
    }
    List<Field> there = known.getFields();
    List<Field> here = part.getFields();
    for (int i = 0; i < Math.max(there.size(), here.size()); i++) {
      if (i >= here.size()) {
        throw different(there.get(i), "is missing in a later part", here);
      }
      if (i >= there.size()) {
        throw different(here.get(i), "is only in a later part", here);
      }
      if (!isSame(there.get(i), here.get(i))) {
        throw different(there.get(i), "comes as " + described(here.get(i)) + " later", here);
      }
    }
  }

  /** Notes that travel with a column, and whether it may be null, change nothing in decoding. */
  private static boolean isSame(Field a, Field b) {
    if (!a.getName().equals(b.getName())
        || !a.getType().equals(b.getType())
        || a.getChildren().size() != b.getChildren().size()) {
      return false;
    }
    for (int i = 0; i < a.getChildren().size(); i++) {
      if (!isSame(a.getChildren().get(i), b.getChildren().get(i))) {
        return false;
      }
    }
    return true;
  }

  private UnsupportedServerException different(Field column, String how, List<Field> seen) {
    return new UnsupportedServerException(
        context,
        "The parts of one result differ: column "
            + described(column)
            + " of the first part "
            + how
            + "; nothing of the later part was handed out, and the position has not moved past it."
            + " Check that all back ends run the same version, then build a new reader",
        seen.stream().map(Field::getName).toList(),
        null);
  }

  private static String described(Field column) {
    return "`" + column.getName() + "` (" + "Arrow " + column.getType() + ")";
  }
}
