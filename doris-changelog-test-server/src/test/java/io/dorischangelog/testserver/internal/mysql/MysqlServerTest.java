package io.dorischangelog.testserver.internal.mysql;

import static io.dorischangelog.testserver.internal.cluster.ScriptedEngine.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.MysqlAuthentication;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The MySQL port under Connector/J, as an application uses it. */
final class MysqlServerTest {
  private final ScriptedEngine engine = new ScriptedEngine();
  private Cluster cluster = engine.start();

  @AfterEach
  void close() {
    cluster.close();
  }

  private void restart(MysqlAuthentication authentication) {
    cluster.close();
    cluster = engine.start(ClusterOptions.defaults().withMysqlAuthentication(authentication));
  }

  private Connection connect(String path, String user, String password) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mysql://127.0.0.1:" + cluster.node(0).queryPort() + "/" + path, user, password);
  }

  private Connection connect() throws SQLException {
    return connect("", "root", "");
  }

  @ParameterizedTest
  @EnumSource(MysqlAuthentication.class)
  void rightPasswordsAreAccepted(MysqlAuthentication authentication) throws SQLException {
    restart(authentication);
    cluster.accounts().create("reader", "geheim");
    try (Connection empty = connect();
        Connection withPassword = connect("", "reader", "geheim")) {
      assertThat(empty.isValid(10)).isTrue();
      assertThat(withPassword.isValid(10)).isTrue();
    }
    assertThat(cluster.calls().logins(Protocol.MYSQL)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(MysqlAuthentication.class)
  void wrongPasswordsAndUsersAreRefused(MysqlAuthentication authentication) {
    restart(authentication);
    cluster.accounts().create("reader", "geheim");
    for (String[] wrong :
        new String[][] {{"reader", "falsch"}, {"reader", ""}, {"root", "x"}, {"nobody", ""}}) {
      assertThatThrownBy(() -> connect("", wrong[0], wrong[1]))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(1045);
                assertThat(e.getSQLState()).isEqualTo("28000");
                assertThat(e.getMessage()).contains("Access denied for user '" + wrong[0] + "@");
              });
    }
    assertThat(cluster.calls().refusedLogins(Protocol.MYSQL)).isEqualTo(4);
  }

  @Test
  void theServerAnnouncesWhatDorisAnnounces() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(connection.getMetaData().getDatabaseProductVersion()).isEqualTo("5.7.99");
    }
  }

  @Test
  void theDatabaseOfTheUrlIsTheSessionsDatabase() throws SQLException {
    engine.on(
        "SELECT DATABASE()",
        session ->
            ScriptedEngine.rows(
                List.of(column("d", DorisType.of(Kind.VARCHAR, 64))),
                ScriptedEngine.values(new Object[] {session.database().orElse(null)})));
    try (Connection connection = connect("shop", "root", "")) {
      assertThat(single(connection, "SELECT DATABASE()")).isEqualTo("shop");
      connection.setCatalog("other");
      assertThat(single(connection, "SELECT DATABASE()")).isEqualTo("other");
    }
    assertThatThrownBy(() -> connect("missing", "root", ""))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1049))
        .hasMessageContaining("Unknown database 'missing'");
    assertThat(cluster.calls().openSessions(Protocol.MYSQL)).isLessThanOrEqualTo(1);
  }

  private static Object single(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getObject(1);
    }
  }

  @Test
  void valuesHaveTheJavaTypesOfTheirColumns() throws SQLException {
    engine.on(
        "SELECT all",
        session ->
            ScriptedEngine.rows(
                List.of(
                    column("b", DorisType.of(Kind.BOOLEAN)),
                    column("i", DorisType.of(Kind.INT)),
                    column("l", DorisType.of(Kind.BIGINT)),
                    column("big", DorisType.of(Kind.LARGEINT)),
                    column("dec", DorisType.decimal(18, 2)),
                    column("d", DorisType.of(Kind.DATE)),
                    column("dt", DorisType.of(Kind.DATETIME, 6)),
                    column("s", DorisType.of(Kind.VARCHAR, 50)),
                    column("bin", DorisType.of(Kind.VARBINARY, 10)),
                    column("f", DorisType.of(Kind.DOUBLE))),
                ScriptedEngine.values(
                    new Object[] {
                      true,
                      42,
                      1L << 40,
                      new BigInteger("170141183460469231731687303715884105727"),
                      new BigDecimal("12.30"),
                      LocalDate.of(2026, 11, 30),
                      LocalDateTime.of(2026, 11, 30, 1, 2, 3, 456_000_000),
                      "über",
                      new byte[] {0, (byte) 0xff},
                      1.5
                    },
                    new Object[10])));
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT all")) {
      rows.next();
      assertThat(rows.getObject("b")).isEqualTo(true);
      assertThat(rows.getObject("i")).isEqualTo(42);
      assertThat(rows.getObject("l")).isEqualTo(1L << 40);
      assertThat(rows.getObject("big")).isEqualTo("170141183460469231731687303715884105727");
      assertThat(rows.getObject("dec")).isEqualTo(new BigDecimal("12.30"));
      assertThat(rows.getObject("d", LocalDate.class)).isEqualTo(LocalDate.of(2026, 11, 30));
      assertThat(rows.getObject("dt", LocalDateTime.class))
          .isEqualTo(LocalDateTime.of(2026, 11, 30, 1, 2, 3, 456_000_000));
      assertThat(rows.getObject("s")).isEqualTo("über");
      assertThat(rows.getBytes("bin")).containsExactly(0, 0xff);
      assertThat(rows.getObject("f")).isEqualTo(1.5);
      rows.next();
      for (int i = 1; i <= 10; i++) {
        assertThat(rows.getObject(i)).isNull();
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void affectedRowsAndErrorCodesArrive() throws SQLException {
    engine.on("INSERT x", session -> new Result.Done(3, "{'label':'l1','status':'VISIBLE'}"));
    engine.on(
        "INSERT plain",
        session -> {
          throw DorisException.of("no such thing");
        });
    engine.on(
        "INSERT late",
        session -> {
          throw new DorisException(
              5101, "HY000", "ERR_INCR_VISIBLE_WAIT_TIMEOUT", "ERR_INCR_VISIBLE_WAIT_TIMEOUT: r");
        });
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("INSERT x")).isEqualTo(3);
      assertThatThrownBy(() -> statement.executeUpdate("INSERT plain"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1105))
          .hasMessage("errCode = 2, detailMessage = no such thing");
      assertThatThrownBy(() -> statement.executeUpdate("INSERT late"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(5101));
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void statementsPreparedOnTheServerFallBackToTheClient() throws SQLException {
    engine.on("INSERT INTO t VALUES (7, 'it''s')", session -> new Result.Done(1, ""));
    try (Connection connection = connect("?useServerPrepStmts=true", "root", "");
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      insert.setInt(1, 7);
      insert.setString(2, "it's");
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    assertThat(cluster.calls().statements(Protocol.MYSQL))
        .contains("INSERT INTO t VALUES (7, 'it''s')");
  }

  @Test
  void payloadsAroundTheLimitOfAPacketTravelBothWays() throws SQLException {
    for (int length :
        new int[] {
          // One byte of command, or four of length, make these the exact size of a packet.
          PacketChannel.MAX_PACKET - 1, PacketChannel.MAX_PACKET - 4, PacketChannel.MAX_PACKET + 9
        }) {
      String text = "x".repeat(length);
      String echo = "SELECT /* " + "y".repeat(length - 11) + "*/";
      engine.on(
          echo,
          session ->
              ScriptedEngine.rows(
                  List.of(column("s", DorisType.of(Kind.STRING))),
                  ScriptedEngine.values(new Object[] {text})));
      try (Connection connection = connect()) {
        assertThat(((String) single(connection, echo)).length()).isEqualTo(length);
        assertThat(connection.isValid(10)).isTrue();
      }
    }
  }

  @Test
  void anErrorBehindSomeRowsReachesTheClient() throws SQLException {
    engine.on(
        "SELECT some",
        session ->
            new Result.Rows(
                List.of(column("n", DorisType.of(Kind.BIGINT))),
                new FailingRows(),
                Result.ServedBy.BACK_END));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT some"))
          .hasMessageContaining("memory limit");
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  private static final class FailingRows
      implements io.dorischangelog.testserver.internal.engine.RowSource {
    private long given;

    @Override
    public Object[] next() {
      if (given == 2) {
        throw DorisException.of("memory limit exceeded");
      }
      return new Object[] {given++};
    }
  }

  @Test
  void sessionsAreCountedAndEndWithTheirConnection() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(connection.isValid(10)).isTrue();
      assertThat(cluster.calls().openSessions(Protocol.MYSQL)).isEqualTo(1);
    }
    cluster.close();
    assertThat(cluster.calls().openSessions(Protocol.MYSQL)).isZero();
  }
}
