package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.LikePattern;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Show;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SHOW and DESC: answers of the front end, all text. */
final class ShowExecutor {
  private final StatementContext context;

  ShowExecutor(StatementContext context) {
    this.context = context;
  }

  Result execute(Show show) {
    TextRows rows = rows(show);
    show.like().ifPresent(pattern -> like(rows, pattern));
    Expr where = show.where();
    if (where != null) {
      filter(rows, where);
    }
    return rows.result();
  }

  private TextRows rows(Show show) {
    return switch (show.kind()) {
      case DATABASES, TABLES, TABLE_STATUS, CREATE_DATABASE, CATALOGS ->
          new ShowNames(context).rows(show);
      case CREATE_TABLE, COLUMNS, DESCRIBE, INDEX, PARTITIONS, TABLETS ->
          new ShowTable(context).rows(show);
      case GRANTS -> grants(show);
      case WARNINGS -> new TextRows("Level", "Code", "Message");
      case ENGINES -> engines();
      case CHARSET -> charset();
      case COLLATION -> collation();
      default -> new ShowCluster(context).rows(show);
    };
  }

  private static void like(TextRows rows, String like) {
    Pattern pattern = LikePattern.compile(like);
    rows.rows().removeIf(row -> !pattern.matcher(String.valueOf(row[0])).matches());
  }

  private void filter(TextRows rows, Expr where) {
    ListScan scan = new ListScan(rows.columns(), rows.rows());
    SourceScope scope = new SourceScope(Source.of("", scan, rows.columns().size()));
    for (int i = 0; i < rows.columns().size(); i++) {
      scope.column(i);
    }
    Bound condition = new Binder(scope, context.evaluation()).bind(where);
    rows.rows().removeIf(row -> !condition.holds(row));
  }

  private TextRows grants(Show show) {
    String user = show.name().orElse(context.user());
    if (show.full() || !user.equals(context.user())) {
      context.checkGlobal(Privilege.GRANT, "GRANT");
    }
    TextRows rows =
        new TextRows(
            "UserIdentity",
            "Comment",
            "Password",
            "Roles",
            "GlobalPrivs",
            "CatalogPrivs",
            "DatabasePrivs",
            "TablePrivs",
            "ColPrivs",
            "ResourcePrivs",
            "WorkloadGroupPrivs");
    Accounts accounts = context.services().accounts();
    for (String name : show.full() ? accounts.users() : java.util.List.of(user)) {
      rows.add(grantRow(accounts, name));
    }
    return rows;
  }

  private static @Nullable Object[] grantRow(Accounts accounts, String user) {
    boolean password = !accounts.password(user).orElse("").isEmpty();
    GrantWords words = new GrantWords(accounts.grants(user));
    return new @Nullable Object[] {
      "'" + user + "'@'%'",
      "",
      password ? "Yes" : "No",
      "",
      words.global(),
      null,
      words.databases(),
      words.tables(),
      null,
      null,
      null
    };
  }

  private static TextRows engines() {
    TextRows rows =
        new TextRows("Engine", "Support", "Comment", "Transactions", "XA", "Savepoints");
    rows.add("Olap engine", "YES", "Default storage engine of Doris", "NO", "NO", "NO");
    return rows;
  }

  private static TextRows charset() {
    TextRows rows = new TextRows("Charset", "Description", "Default collation", "Maxlen");
    rows.add("utf8mb4", "UTF-8 Unicode", "utf8mb4_0900_bin", "4");
    return rows;
  }

  private static TextRows collation() {
    TextRows rows = new TextRows("Collation", "Charset", "Id", "Default", "Compiled", "Sortlen");
    rows.add("utf8mb4_0900_bin", "utf8mb4", "309", "Yes", "Yes", "1");
    return rows;
  }
}
