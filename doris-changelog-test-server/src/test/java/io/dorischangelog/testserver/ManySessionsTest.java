package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.flight.FlightFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two hundred clients at once, each with a session and rows of its own. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class ManySessionsTest {
  private static final int CLIENTS = 200;

  @RegisterExtension
  final DorisTestServerExtension doris =
      DorisTestServerExtension.perTest(DorisTestServer.builder());

  @BeforeEach
  void createTable(DorisTestServer server) {
    server.execute("CREATE DATABASE db");
    server.execute(
        "CREATE TABLE db.t (id INT NOT NULL, name STRING) DUPLICATE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 2 PROPERTIES ('replication_num' = '1')");
    StringBuilder insert = new StringBuilder("INSERT INTO db.t VALUES (0, 'n0')");
    for (int i = 1; i < 1000; i++) {
      insert.append(", (").append(i).append(", 'n").append(i).append("')");
    }
    server.execute(insert.toString());
  }

  private static String sql(int client) {
    return "SELECT id, name FROM db.t WHERE id >= " + client + " ORDER BY id";
  }

  private static void assertRows(List<List<Object>> rows, int client) {
    assertThat(rows).hasSize(1000 - client);
    assertThat(rows.get(0)).isEqualTo(List.of(client, "n" + client));
    assertThat(rows.get(rows.size() - 1)).isEqualTo(List.of(999, "n999"));
  }

  /** Every client has a thread; all have logged in before the first goes on. */
  private static void atOnce(Client client) throws Exception {
    CyclicBarrier allIn = new CyclicBarrier(CLIENTS);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        work.add(
            () -> {
              client.run(number, () -> allIn.await(60, TimeUnit.SECONDS));
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(work)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private interface Client {
    void run(int number, Callable<?> loggedIn) throws Exception;
  }

  @Test
  @Timeout(120)
  void twoHundredFlightSessionsReadTheirRows(DorisTestServer server) throws Exception {
    atOnce(
        (number, loggedIn) -> {
          try (FlightFixture flight = new FlightFixture(server.flightPort())) {
            CredentialCallOption token = flight.login();
            loggedIn.call();
            assertRows(flight.rows(sql(number), token), number);
            flight.sql().closeSession(new CloseSessionRequest(), token);
          }
        });
    assertThat(server.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
  }

  @Test
  @Timeout(120)
  void twoHundredMysqlConnectionsReadTheirRows(DorisTestServer server) throws Exception {
    atOnce(
        (number, loggedIn) -> {
          try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "root", "");
              Statement statement = connection.createStatement()) {
            loggedIn.call();
            List<List<Object>> rows = new ArrayList<>();
            try (ResultSet found = statement.executeQuery(sql(number))) {
              while (found.next()) {
                rows.add(List.of(found.getInt(1), found.getString(2)));
              }
            }
            assertRows(rows, number);
          }
        });
  }
}
