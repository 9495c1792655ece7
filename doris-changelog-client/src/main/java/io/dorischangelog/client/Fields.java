package io.dorischangelog.client;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Columns in order, found by name; shared by all rows of one table or struct. */
final class Fields {

  private static final int NAMES_IN_A_MESSAGE = 5;

  private final List<Column> columns;
  private final Map<String, Integer> indexByName;

  /** The classes of the columns' values, side by side because every value is checked. */
  private final Class<?>[] classes;

  Fields(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.classes = columns.stream().map(Column::javaType).toArray(Class<?>[]::new);
    this.indexByName = new HashMap<>(columns.size() * 2);
    for (int i = 0; i < columns.size(); i++) {
      if (indexByName.put(columns.get(i).name(), i) != null) {
        throw new IllegalArgumentException(
            "two columns are called '" + columns.get(i).name() + "': each name must be there once");
      }
    }
  }

  /** Whether a value, not null, may stand in a column. */
  boolean accepts(int index, Object value) {
    return classes[index].isInstance(value);
  }

  List<Column> columns() {
    return columns;
  }

  Column column(int index) {
    return columns.get(index);
  }

  int size() {
    return columns.size();
  }

  boolean contains(String name) {
    return indexByName.containsKey(name);
  }

  int indexOf(String name) {
    Integer index = indexByName.get(name);
    if (index == null) {
      throw new IllegalArgumentException(
          "there is no column '" + name + "' (upper and lower case differ); " + nearNames(name));
    }
    return index;
  }

  String nearNames(String name) {
    String names =
        columns.stream()
            .map(Column::name)
            .sorted(Comparator.comparingInt(candidate -> distance(name, candidate)))
            .limit(NAMES_IN_A_MESSAGE)
            .collect(Collectors.joining(", "));
    return (columns.size() > NAMES_IN_A_MESSAGE ? "the nearest names are: " : "the columns are: ")
        + names;
  }

  /** Levenshtein distance of the lower-cased names: a name in another case is the nearest. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
