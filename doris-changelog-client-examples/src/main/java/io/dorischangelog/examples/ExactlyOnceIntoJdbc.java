package io.dorischangelog.examples;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.offset.JdbcOffsetStore;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Copies a table into a database, rows and position in one transaction. A crash between writing and
 * committing undoes both, so every change has its effect exactly once. The target is H2 in memory;
 * any database with transactions and a JDBC driver does.
 */
public final class ExactlyOnceIntoJdbc {
  private static final String OFFSETS =
      """
      CREATE TABLE doris_changelog_offsets (
          id CHAR(64) NOT NULL PRIMARY KEY,
          consumer VARCHAR(256) NOT NULL,
          source_table VARCHAR(1000) NOT NULL,
          place VARCHAR(200) NOT NULL,
          position_text CLOB NOT NULL,
          updated_at TIMESTAMP NOT NULL
      )\
      """;

  private final ExampleTable doris;
  private final String target;
  private final PrintStream out;

  private ExactlyOnceIntoJdbc(ExampleTable doris, String target, PrintStream out) {
    this.doris = doris;
    this.target = target;
    this.out = out;
  }

  /** Runs the program on the embedded stand-in. */
  public static void main(String[] args) throws SQLException {
    run(System.out);
  }

  /** Runs it; returns the sum of all balances in the target, which must be that of the source. */
  static int run(PrintStream out) throws SQLException {
    String target = "jdbc:h2:mem:exactly-once";
    try (ExampleTable doris = new ExampleTable();
        Connection keepsTheDatabase = DriverManager.getConnection(target);
        Statement sql = keepsTheDatabase.createStatement()) {
      sql.execute(OFFSETS);
      sql.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
      return new ExactlyOnceIntoJdbc(doris, target, out).run(sql);
    }
  }

  private int run(Statement sql) throws SQLException {
    copy("The first reader writes two rows and commits", 2, true, this::twoAccounts);
    copy("The second writes a third and crashes before it commits", 1, false, this::oneMore);
    out.println("  In the target: " + sum(sql) + " (the third is not there)");
    copy("The third reader gets it again, and commits", 1, true, () -> {});
    int sum = sum(sql);
    out.println("  In the target: " + sum + " (10 + 20 + 30, each once)");
    return sum;
  }

  private void twoAccounts() {
    doris.run("INSERT INTO bank.account VALUES (1, 'Ann', 10), (2, 'Ben', 20)");
  }

  private void oneMore() {
    doris.run("INSERT INTO bank.account VALUES (3, 'Cat', 30)");
  }

  // region copy
  private void copy(String title, int changes, boolean commits, Runnable meanwhile)
      throws SQLException {
    out.printf("%n%s%n", title);
    try (Connection connection = DriverManager.getConnection(target)) {
      connection.setAutoCommit(false);
      try (ChangelogReader reader =
          doris
              .reader(ScanMode.latest())
              .offsetStore(JdbcOffsetStore.inTransactionOf(connection), "copy-accounts")
              .build()) {
        connection.commit(); // where the read begins
        meanwhile.run();
        for (int i = 0; i < changes; i++) {
          Change change = reader.next();
          out.println("  " + change.kind().sign() + " " + change.row());
          write(connection, change.row());
        }
        reader.commit(); // the position, in the same transaction
        if (commits) {
          connection.commit();
        }
      }
      connection.rollback(); // what a crash does
    }
  }

  // endregion

  private static void write(Connection connection, Row row) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
      insert.setInt(1, row.getInt("id"));
      insert.setInt(2, row.getInt("balance"));
      insert.executeUpdate();
    }
  }

  private static int sum(Statement sql) throws SQLException {
    try (ResultSet rows = sql.executeQuery("SELECT SUM(balance) FROM account")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
