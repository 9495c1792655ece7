package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.flight.FlightFixture;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** What the settings of the builder change for a client. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class SwitchesOnTheWireTest {
  private static final String CREATE =
      "CREATE TABLE db.t (id INT NOT NULL, at DATETIME(3)) UNIQUE KEY(id) DISTRIBUTED BY HASH(id)"
          + " BUCKETS 1 PROPERTIES ('replication_num' = '1',"
          + " 'enable_unique_key_merge_on_write' = 'true', 'changelog.enable' = 'true',"
          + " 'changelog.need_historical_value' = 'true')";
  private static final String CHANGES =
      "SELECT id, at, __DORIS_CHANGELOG_OP__ FROM db.t@incr('incrementType'='DETAIL')"
          + " ORDER BY __DORIS_CHANGELOG_TSO__, id, __DORIS_CHANGELOG_OP__";

  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");

  private DorisTestServer start(DorisTestServerBuilder builder) {
    DorisTestServer server = builder.clock(clock).start();
    server.execute("CREATE DATABASE db");
    server.execute(CREATE);
    return server;
  }

  private static List<Field> fields(DorisTestServer server, String zone) throws Exception {
    return fields(server, zone, CHANGES);
  }

  /** The fields of a result as the back end streams them. */
  private static List<Field> fields(DorisTestServer server, String zone, String sql)
      throws Exception {
    try (FlightFixture flight = new FlightFixture(server.flightPort())) {
      CredentialCallOption token = flight.login();
      flight.rows("SET time_zone = '" + zone + "'", token);
      FlightEndpoint endpoint = flight.sql().execute(sql, token).getEndpoints().get(0);
      try (FlightClient backEnd = flight.at(endpoint);
          FlightStream stream = backEnd.getStream(endpoint.getTicket(), token)) {
        return stream.getSchema().getFields();
      }
    }
  }

  @Test
  void typeMetadataIsThereUnlessSwitchedOff() throws Exception {
    try (DorisTestServer with = start(DorisTestServer.builder());
        DorisTestServer without = start(DorisTestServer.builder().typeMetadata(false))) {
      assertThat(markedTypes(with)).containsExactly("LARGEINT", "IPV4");
      assertThat(markedTypes(without)).isEmpty();
    }
  }

  /** The {@code doris_type} of the fields that have one: types that share an Arrow type. */
  private static List<String> markedTypes(DorisTestServer server) throws Exception {
    server.execute(
        "CREATE TABLE db.m (a INT, b LARGEINT, c IPV4) DUPLICATE KEY(a) DISTRIBUTED BY HASH(a)"
            + " BUCKETS 1 PROPERTIES ('replication_num' = '1')");
    return fields(server, "UTC", "SELECT a, b, c FROM db.m").stream()
        .map(field -> field.getMetadata().get("doris_type"))
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void datetimesCarryTheSessionsZoneWhereAsked() throws Exception {
    try (DorisTestServer plain = start(DorisTestServer.builder());
        DorisTestServer zoned = start(DorisTestServer.builder().zonedDatetimes(true))) {
      assertThat(fields(plain, "Asia/Tokyo").get(1).getType())
          .isInstanceOfSatisfying(
              ArrowType.Timestamp.class, type -> assertThat(type.getTimezone()).isNull());
      assertThat(fields(zoned, "Asia/Tokyo").get(1).getType())
          .isEqualTo(new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Asia/Tokyo"));
    }
  }

  @Test
  void theOperationIsAByteOrALong() throws Exception {
    try (DorisTestServer tiny = start(DorisTestServer.builder());
        DorisTestServer wide = start(DorisTestServer.builder().wideOperation(true))) {
      assertThat(fields(tiny, "UTC").get(2).getType()).isEqualTo(new ArrowType.Int(8, true));
      assertThat(fields(wide, "UTC").get(2).getType()).isEqualTo(new ArrowType.Int(64, true));
    }
  }

  private static String proposedPlugin(DorisTestServer server) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.mysqlPort())) {
      socket.setSoTimeout(10_000);
      InputStream in = socket.getInputStream();
      int length = in.readNBytes(4)[0] & 0xff;
      String greeting = new String(in.readNBytes(length - 1), StandardCharsets.ISO_8859_1);
      return greeting.substring(greeting.lastIndexOf('\0') + 1);
    }
  }

  @Test
  void theLogInPluginIsTheOneAskedFor() throws Exception {
    for (MysqlAuthentication authentication : MysqlAuthentication.values()) {
      try (DorisTestServer server =
          DorisTestServer.builder().mysqlAuthentication(authentication).start()) {
        assertThat(proposedPlugin(server)).isEqualTo(authentication.pluginName());
        server.execute("CREATE USER 'reader' IDENTIFIED BY 'secret'");
        try (Connection connection =
            DriverManager.getConnection(server.jdbcUrl(), "reader", "secret")) {
          assertThat(connection.isValid(10)).isTrue();
        }
        assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), "reader", "wrong"))
            .hasMessageContaining("Access denied");
      }
    }
  }

  @Test
  void withoutTheFeatureNoTableCanHaveTheChangeLog() throws Exception {
    try (DorisTestServer server = DorisTestServer.builder().changelogEnabled(false).start();
        FlightFixture flight = new FlightFixture(server.flightPort())) {
      CredentialCallOption token = flight.login();
      flight.rows("CREATE DATABASE db", token);
      assertThatThrownBy(() -> flight.rows(CREATE, token))
          .hasMessageContaining("enable_feature_changelog");
      flight.rows(CREATE.replaceAll(", 'changelog[^=]*= 'true'", ""), token);
      assertThatThrownBy(() -> flight.rows(CHANGES, token)).hasMessageContaining("changelog");
    }
  }

  @Test
  void updatePairsOfRealChangesAreSplitOverBatches() throws Exception {
    try (DorisTestServer server = start(DorisTestServer.builder());
        FlightFixture flight = new FlightFixture(server.flightPort())) {
      server.execute("INSERT INTO db.t VALUES (1, NULL), (2, NULL)");
      clock.advance(Duration.ofSeconds(1));
      server.execute("INSERT INTO db.t VALUES (1, '2026-01-01 00:00:00'), (2, NULL)");
      clock.advance(Duration.ofSeconds(1));
      server.faults().onFetch().matching("@incr").splitUpdatePairs();
      CredentialCallOption token = flight.login();
      assertThat(operations(flight, token))
          .containsExactly(List.of(0, 0, 2), List.of(3, 2), List.of(3));
      assertThat(operations(flight, token)).containsExactly(List.of(0, 0, 2, 3, 2, 3));
    }
  }

  private static List<List<Integer>> operations(FlightFixture flight, CredentialCallOption token)
      throws Exception {
    FlightEndpoint endpoint = flight.sql().execute(CHANGES, token).getEndpoints().get(0);
    List<List<Integer>> batches = new ArrayList<>();
    try (FlightClient backEnd = flight.at(endpoint);
        FlightStream stream = backEnd.getStream(endpoint.getTicket(), token)) {
      while (stream.next()) {
        List<Integer> batch = new ArrayList<>();
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          Object operation = stream.getRoot().getVector(2).getObject(row);
          batch.add(((Number) operation).intValue());
        }
        batches.add(batch);
      }
    }
    return batches;
  }
}
