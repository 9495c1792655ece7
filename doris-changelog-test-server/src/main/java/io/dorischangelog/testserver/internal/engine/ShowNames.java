package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Show;
import io.dorischangelog.testserver.internal.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** SHOW DATABASES, SHOW TABLES and others that list names. */
final class ShowNames {
  private final StatementContext context;

  ShowNames(StatementContext context) {
    this.context = context;
  }

  TextRows rows(Show show) {
    return switch (show.kind()) {
      case DATABASES -> databases();
      case TABLES -> tables(show);
      case TABLE_STATUS -> tableStatus(show);
      case CREATE_DATABASE -> createDatabase(show);
      default -> catalogs();
    };
  }

  /** Databases that the user sees, with the system's own among them. */
  static List<String> visibleDatabases(StatementContext context) {
    TreeSet<String> names = new TreeSet<>(context.catalog().databases());
    names.removeIf(name -> !context.services().accounts().sees(context.user(), name));
    names.add(StatementContext.INFORMATION_SCHEMA);
    return new ArrayList<>(names);
  }

  /** Tables of a database that the user sees. */
  static List<Table> visibleTables(StatementContext context, String database) {
    if (!context.catalog().hasDatabase(database)) {
      return List.of();
    }
    return context.catalog().tables(database).stream()
        .filter(table -> context.services().accounts().sees(context.user(), database, table.name()))
        .toList();
  }

  private TextRows databases() {
    TextRows rows = new TextRows("Database");
    visibleDatabases(context).forEach(rows::add);
    return rows;
  }

  private String database(Show show) {
    String database =
        show.database()
            .or(() -> context.session().database())
            .orElseThrow(Errors::noDatabaseSelected);
    boolean system = database.equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA);
    if (!system && !context.catalog().hasDatabase(database)) {
      throw Errors.unknownDatabase(database);
    }
    return database;
  }

  private TextRows tables(Show show) {
    String database = database(show);
    String label = "Tables_in_" + database;
    TextRows rows =
        show.full()
            ? new TextRows(label, "Table_type", "Storage_format", "Inverted_index_storage_format")
            : new TextRows(label);
    types(database)
        .forEach(
            (name, type) -> {
              if (show.full()) {
                boolean view = type.equals("VIEW");
                rows.add(name, type, view ? "NONE" : "V2", view ? "NONE" : "V3");
              } else {
                rows.add(name);
              }
            });
    return rows;
  }

  private Map<String, String> types(String database) {
    Map<String, String> types = new TreeMap<>();
    if (database.equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA)) {
      InformationSchema.pages().forEach(page -> types.put(page, "SYSTEM VIEW"));
      return types;
    }
    visibleTables(context, database).forEach(table -> types.put(table.name(), "BASE TABLE"));
    context.services().views().in(database).forEach(view -> types.put(view.name(), "VIEW"));
    return types;
  }

  private TextRows tableStatus(Show show) {
    TextRows rows =
        new TextRows(
            "Name",
            "Engine",
            "Version",
            "Row_format",
            "Rows",
            "Avg_row_length",
            "Data_length",
            "Max_data_length",
            "Index_length",
            "Data_free",
            "Auto_increment",
            "Create_time",
            "Update_time",
            "Check_time",
            "Collation",
            "Checksum",
            "Create_options",
            "Comment");
    for (Table table : visibleTables(context, database(show))) {
      String created = SecondText.format(table.createdAt(), context.zone());
      rows.add(
          table.name(),
          "Doris",
          null,
          null,
          TableRows.count(table),
          "0",
          "0",
          null,
          null,
          null,
          null,
          created,
          created,
          null,
          "utf-8",
          null,
          null,
          table.comment());
    }
    return rows;
  }

  private TextRows createDatabase(Show show) {
    TextRows rows = new TextRows("Database", "Create Database");
    String database = database(show);
    rows.add(database, "CREATE DATABASE `" + database + "`");
    return rows;
  }

  private static TextRows catalogs() {
    TextRows rows =
        new TextRows(
            "CatalogId",
            "CatalogName",
            "Type",
            "IsCurrent",
            "CreateTime",
            "LastUpdateTime",
            "Comment");
    rows.add("0", "internal", "internal", "Yes", "UNRECORDED", null, "Doris internal catalog");
    return rows;
  }
}
