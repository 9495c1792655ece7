package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Bound;
import java.util.Locale;
import java.util.Optional;

/**
 * One column that a SELECT puts out.
 *
 * @param label its name
 * @param value how it is computed
 * @param plain position in the relation if it is just a column of it
 * @param named whether the label is an alias or a column's name, and not the text of an expression
 */
record Output(String label, Bound value, Optional<Integer> plain, boolean named) {

  ResultColumn column(int index) {
    String typeName = value.kind().name().toUpperCase(Locale.ROOT);
    return new ResultColumn(
        label, value.type(), value.nullable(), named ? label : typeName + "_" + index);
  }
}
