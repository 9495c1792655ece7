package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.WideQueryText;
import io.dorischangelog.testserver.internal.store.ChangeRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/**
 * Queries wider than the own grammar: the relations they name are copied into an H2 database in
 * memory, which lives as long as the query, and H2 answers.
 */
final class WideQueryExecutor {
  private static final String URL =
      "jdbc:h2:mem:;MODE=MySQL;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
          + ";NON_KEYWORDS=KEY,VALUE,YEAR,MONTH,DAY,HOUR,MINUTE,SECOND,USER";

  private final StatementContext context;

  WideQueryExecutor(StatementContext context) {
    this.context = context;
  }

  Result.Rows execute(Query.Wide query) {
    String sql = WideQueryText.of(query);
    List<Source> sources = new ArrayList<>();
    RelationResolver resolver = new RelationResolver(context);
    query.relations().forEach(placed -> sources.add(resolver.resolve(placed.relation())));
    try (Connection connection = connect()) {
      for (int i = 0; i < sources.size(); i++) {
        copy(connection, "R" + i, sources.get(i));
      }
      return answer(connection, sql, sources);
    } catch (SQLException e) {
      throw new DorisException(
          1105,
          "HY000",
          "ERR_UNKNOWN_ERROR",
          "This stand-in could not answer the query: " + e.getMessage(),
          e);
    }
  }

  private static Connection connect() throws SQLException {
    try {
      JdbcDataSource source = new JdbcDataSource();
      source.setURL(URL);
      return source.getConnection();
    } catch (NoClassDefFoundError e) {
      throw new DorisException(
          1105,
          "HY000",
          "ERR_UNKNOWN_ERROR",
          "Joins, groups and sub-queries need com.h2database:h2 on the class path of the stand-in",
          e);
    }
  }

  private static void copy(Connection connection, String table, Source source) throws SQLException {
    H2Types types = new H2Types(source);
    try (Statement create = connection.createStatement()) {
      create.execute("CREATE TABLE \"" + table + "\" (" + types.columns() + ")");
    }
    int[] projection = types.projection();
    if (projection.length == 0) {
      return;
    }
    try (PreparedStatement insert = connection.prepareStatement(types.insert(table))) {
      RowSource rows = source.open().apply(ChangeRequest.Order.STORAGE).rows(projection);
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        for (int i = 0; i < row.length; i++) {
          insert.setObject(i + 1, row[i]);
        }
        insert.executeUpdate();
      }
    }
  }

  private static Result.Rows answer(Connection connection, String sql, List<Source> sources)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      List<ResultColumn> columns = new H2ResultColumns(results.getMetaData(), sources).columns();
      List<@Nullable Object[]> rows = new ArrayList<>();
      while (results.next()) {
        @Nullable Object[] row = new Object[columns.size()];
        for (int i : IntStream.range(0, row.length).toArray()) {
          row[i] = H2Types.value(results, i + 1, columns.get(i).type());
        }
        rows.add(row);
      }
      return new Result.Rows(columns, new ListRows(rows), Result.ServedBy.BACK_END);
    }
  }
}
