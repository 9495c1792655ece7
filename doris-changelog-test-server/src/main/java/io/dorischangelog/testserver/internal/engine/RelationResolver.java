package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.sql.SqlParser;
import io.dorischangelog.testserver.internal.sql.Statement;
import io.dorischangelog.testserver.internal.sql.TableName;
import io.dorischangelog.testserver.internal.store.Selection;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a relation names and plans the read of it. */
final class RelationResolver {
  private final StatementContext context;

  RelationResolver(StatementContext context) {
    this.context = context;
  }

  Source resolve(Relation relation) {
    Source source =
        relation instanceof Relation.Named named
            ? named(named)
            : function((Relation.Function) relation);
    return relation.alias().map(source::named).orElse(source);
  }

  private Source named(Relation.Named relation) {
    String database = context.database(relation.name());
    if (database.equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA)) {
      return informationSchema(relation.name().table());
    }
    Optional<Views.View> view = context.services().views().find(database, relation.name().table());
    if (view.isPresent()) {
      checkSelect(database, relation.name().table(), List.of());
      return view(view.get());
    }
    return table(relation, selectable(database, relation.name()));
  }

  private Source informationSchema(String page) {
    ListScan scan =
        new InformationSchema(context)
            .page(page)
            .orElseThrow(() -> Errors.unknownTable(StatementContext.INFORMATION_SCHEMA, page));
    return Source.of(page.toLowerCase(Locale.ROOT), scan, scan.columns().size());
  }

  /** The table if it may be selected from. */
  private Table selectable(String database, TableName name) {
    Optional<Table> table = context.catalog().find(database, name.table());
    checkSelect(
        database,
        name.table(),
        table.stream().flatMap(t -> t.schema().columns().stream()).map(c -> c.name()).toList());
    if (!context.catalog().hasDatabase(database)) {
      throw Errors.databaseDoesNotExist(database);
    }
    return table.orElseThrow(() -> Errors.unknownTable(database, name.table()));
  }

  private void checkSelect(String database, String table, List<String> columns) {
    if (!context.services().accounts().check(context.user(), database, table, Privilege.SELECT)) {
      throw DorisException.of(
          "Permission denied: user ['"
              + context.user()
              + "'@'%'] does not have privilege for [priv predicate: OR, Admin_priv Select_priv ]"
              + " command on [internal].["
              + database
              + "].["
              + table
              + "]"
              + (columns.isEmpty() ? "" : ".[" + columns.get(0) + "]"));
    }
  }

  private Source table(Relation.Named relation, Table table) {
    Selection selection =
        new Selection(Set.copyOf(relation.partitions()), Set.copyOf(relation.tablets()));
    if (relation.scan().isPresent()) {
      return scanned(relation.scan().get(), table, selection);
    }
    TableScan scan =
        relation.asOf().isPresent()
            ? asOf(relation.asOf().get(), table, selection)
            : table.currentRows(selection);
    return Source.of(table.name(), scan, table.schema().columns().size());
  }

  private Source scanned(Relation.ScanParameters scan, Table table, Selection selection) {
    if (!scan.kind().equals("incr")) { // such as @snapshot(), which reads table streams
      throw DorisException.of("Invalid param type for olap table: " + scan.kind());
    }
    return new IncrementalRead(context, table).source(scan.values(), selection);
  }

  private TableScan asOf(Relation.AsOf asOf, Table table, Selection selection) {
    return table.asOf(
        new SnapshotTime(context.zone()).tso(asOf), context.referenceTso(), selection);
  }

  private Source view(Views.View view) {
    Session inner = new Session(context.session().id(), "root", context.session().frontEnd());
    inner.use(view.database());
    Statement query = SqlParser.parse(view.query());
    Result.Rows rows =
        new QueryExecutor(new StatementContext(context.services(), inner)).execute((Query) query);
    List<ResultColumn> columns = renamed(rows.columns(), view.columns());
    List<@Nullable Object[]> data = new ArrayList<>();
    for (Object[] row = rows.rows().next(); row != null; row = rows.rows().next()) {
      data.add(row);
    }
    return Source.of(view.name(), new ListScan(columns, data), columns.size());
  }

  private static List<ResultColumn> renamed(List<ResultColumn> columns, List<String> names) {
    List<ResultColumn> result = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ResultColumn column = columns.get(i);
      String name = names.isEmpty() ? column.label() : names.get(i);
      result.add(new ResultColumn(name, column.type(), column.nullable()));
    }
    return result;
  }

  private Source function(Relation.Function call) {
    if (call.name().equals("numbers")) {
      return NumbersFunction.source(call.properties());
    }
    return new RawRecordsFunction(context).source(call);
  }
}
