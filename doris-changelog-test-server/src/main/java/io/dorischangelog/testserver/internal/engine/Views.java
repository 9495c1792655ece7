package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Ddl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The views, which are kept as text and read when they are used. Thread-safe. */
final class Views {
  private final Map<Name, View> views = new ConcurrentHashMap<>();

  /**
   * A view.
   *
   * @param database the database in which its text was written
   * @param columns names of its columns; empty: those of the query
   */
  record View(String database, String name, List<String> columns, String query) {}

  Optional<View> find(String database, String view) {
    return Optional.ofNullable(views.get(new Name(database, view)));
  }

  void put(String database, Ddl.CreateView definition) {
    String name = definition.view().table();
    views.put(
        new Name(database, name),
        new View(database, name, definition.columns(), definition.query()));
  }

  boolean remove(String database, String view) {
    return views.remove(new Name(database, view)) != null;
  }

  void removeAll(String database) {
    views.keySet().removeIf(name -> name.database.equals(database));
  }

  /** Views of a database in order of their names. */
  List<View> in(String database) {
    Map<String, View> result = new TreeMap<>();
    views.forEach(
        (name, view) -> {
          if (name.database.equals(database)) {
            result.put(name.view, view);
          }
        });
    return List.copyOf(result.values());
  }

  private record Name(String database, String view) {}
}
