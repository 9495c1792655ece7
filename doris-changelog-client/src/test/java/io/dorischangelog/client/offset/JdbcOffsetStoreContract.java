package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link JdbcOffsetStore} must do on every database it names. */
abstract class JdbcOffsetStoreContract extends OffsetStoreContract {

  abstract DataSource dataSource();

  @BeforeEach
  final void emptyTheTables() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      execute(
          new JdbcOffsetTable(connection, JdbcOffsetStore.DEFAULT_TABLE)
              .createStatement()
              .replaceFirst("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"));
    }
    execute("CREATE TABLE IF NOT EXISTS target_rows (id INT)");
    execute("DELETE FROM " + JdbcOffsetStore.DEFAULT_TABLE);
    execute("DELETE FROM target_rows");
  }

  @Override
  protected OffsetStore open() {
    return JdbcOffsetStore.of(dataSource());
  }

  @Test
  void rowsAndPositionAreCommittedTogether() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      connection.setAutoCommit(false);
      OffsetStore store = JdbcOffsetStore.inTransactionOf(connection);
      writeRow(connection);
      store.save("student-sync", TABLE, at(1), Optional.empty());
      assertThat(loaded()).isEmpty();
      connection.commit();

      assertThat(loaded()).contains(at(1));
      assertThat(rows()).isEqualTo(1);
    }
  }

  @Test
  void rowsAndPositionAreRolledBackTogether() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      connection.setAutoCommit(false);
      OffsetStore store = JdbcOffsetStore.inTransactionOf(connection);
      store.save("student-sync", TABLE, at(1), Optional.empty());
      connection.commit();
      writeRow(connection);
      store.save("student-sync", TABLE, at(2), Optional.of(at(1)));
      connection.rollback();

      assertThat(loaded()).contains(at(1));
      assertThat(rows()).isZero();
      store.save("student-sync", TABLE, at(3), Optional.of(at(2)));
      connection.commit();
      assertThat(loaded()).contains(at(3));
    }
  }

  @Test
  void aRefusedSaveLeavesTheCallersTransactionUsable() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      open().save("student-sync", TABLE, at(5), Optional.empty());
      connection.setAutoCommit(false);
      OffsetStore store = JdbcOffsetStore.inTransactionOf(connection);
      writeRow(connection);
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("student-sync", TABLE, at(6), Optional.empty()))
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
      connection.commit();
    }
    assertThat(rows()).isEqualTo(1);
    assertThat(loaded()).contains(at(5));
  }

  @Test
  void ofTwoWritersThatLoadedTheSameOneIsRefused() {
    OffsetStore one = open();
    OffsetStore two = open();
    one.save("student-sync", TABLE, at(1), Optional.empty());
    assertThat(two.load("student-sync", TABLE)).contains(at(1));
    one.save("student-sync", TABLE, at(2), Optional.of(at(1)));

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> two.save("student-sync", TABLE, at(9), Optional.of(at(1))))
        .withMessageContaining("changed behind this reader's back")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
    assertThat(loaded()).contains(at(2));
  }

  @Test
  void aMissingTableIsAnErrorThatHoldsItsStatement() throws SQLException {
    execute("DROP TABLE " + JdbcOffsetStore.DEFAULT_TABLE);
    String[] statement = new String[1];
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(this::loaded)
        .satisfies(
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.MISCONFIGURED);
              String text = String.valueOf(failure.getMessage());
              statement[0] = text.substring(text.indexOf("CREATE TABLE"), text.indexOf(" (table "));
            });
    execute(statement[0]);
    assertThat(loaded()).isEmpty();
  }

  @Test
  void aPositionWithThousandsOfPartitionsFits() {
    PositionContext context =
        PositionContext.of(TABLE)
            .withSeen(
                SeenTable.of(
                    null,
                    Duration.ofDays(1),
                    LongStream.range(100_000_000, 100_020_000).boxed().toList()));
    Position large = Position.complete(at(1).tso(), context);
    open().save("student-sync", TABLE, large, Optional.empty());

    assertThat(loaded().orElseThrow().context()).isEqualTo(context);
  }

  @Test
  void anEditedRowIsDamage() throws SQLException {
    open().save("student-sync", TABLE, at(1), Optional.empty());
    execute("UPDATE " + JdbcOffsetStore.DEFAULT_TABLE + " SET position_text = 'v1;tso=1'");

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(this::loaded)
        .withMessageContaining("v1;tso=1")
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.DAMAGED));
  }

  private Optional<Position> loaded() {
    return open().load("student-sync", TABLE);
  }

  private static void writeRow(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO target_rows VALUES (1)");
    }
  }

  private int rows() throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM target_rows")) {
      result.next();
      return result.getInt(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
