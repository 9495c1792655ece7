package io.dorischangelog.testserver.internal.flight;

import static io.dorischangelog.testserver.internal.cluster.ScriptedEngine.column;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The Flight ports under Arrow's own clients. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class FlightServerTest {
  private final ScriptedEngine engine =
      new ScriptedEngine().on("SELECT 5000", session -> ScriptedEngine.numbers(5_000));
  private final Cluster cluster = engine.start();
  private final FlightFixture flight = new FlightFixture(cluster);

  @AfterEach
  void close() throws Exception {
    flight.close();
    cluster.close();
  }

  private static Consumer<FlightRuntimeException> status(FlightStatusCode code, String text) {
    return e -> {
      assertThat(e.status().code()).isEqualTo(code);
      assertThat(e.status().description()).contains(text);
    };
  }

  @Test
  void wrongPasswordsAndUnknownTokensAreUnauthenticated() {
    assertThatThrownBy(() -> flight.login("root", "x"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.UNAUTHENTICATED, "Access denied for user 'root@"));
    CredentialCallOption stranger =
        new CredentialCallOption(
            headers -> headers.insert("authorization", "Bearer 0123456789abcdefghijklmnop"));
    assertThatThrownBy(() -> flight.rows("SELECT 5000", stranger))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAUTHENTICATED);
              assertThat(e.status().description())
                  .startsWith("invalid bearer token, token id:")
                  .doesNotContain("0123456789");
            });
    assertThatThrownBy(() -> flight.rows("SELECT 5000"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
  }

  @Test
  void queriesAreServedByABackEndAtAnotherAddress() throws Exception {
    CredentialCallOption token = flight.login();
    FlightInfo info = flight.sql().execute("SELECT 5000", token);
    assertThat(info.getRecords()).isEqualTo(-1);
    assertThat(info.getBytes()).isEqualTo(-1);
    assertThat(info.getSchemaOptional().orElseThrow().getFields())
        .containsExactly(Field.nullable("n", new ArrowType.Int(64, true)));
    FlightEndpoint endpoint = info.getEndpoints().get(0);
    assertThat(info.getEndpoints()).hasSize(1);
    assertThat(endpoint.getLocations().get(0).getUri().getPort())
        .isNotEqualTo(cluster.node(0).flightPort());
    String[] handle = handle(endpoint).split("&", -1);
    assertThat(handle).hasSize(4);
    assertThat(handle[0]).matches("[0-9a-f]+-[0-9a-f]+");
    assertThat(new String(Base64.getDecoder().decode(handle[3]), UTF_8)).isEqualTo("SELECT 5000");
    List<List<Object>> rows = flight.rows(info);
    assertThat(rows).hasSize(5_000).startsWith(List.<Object>of(0L)).endsWith(List.of(4_999L));
  }

  private static String handle(FlightEndpoint endpoint) throws Exception {
    return Any.parseFrom(endpoint.getTicket().getBytes())
        .unpack(TicketStatementQuery.class)
        .getStatementHandle()
        .toStringUtf8();
  }

  @Test
  void batchesHaveTheSizeThatTheSessionAsksFor() throws Exception {
    CredentialCallOption token = flight.login();
    assertThat(batchSizes("SELECT 5000", token)).containsExactly(4_064, 936);
    flight.rows("SET batch_size = 2000", token);
    assertThat(batchSizes("SELECT 5000", token)).containsExactly(2_000, 2_000, 1_000);
  }

  private List<Integer> batchSizes(String sql, CredentialCallOption token) throws Exception {
    FlightEndpoint endpoint = flight.sql().execute(sql, token).getEndpoints().get(0);
    List<Integer> sizes = new java.util.ArrayList<>();
    try (FlightClient client = flight.at(endpoint);
        FlightStream stream = client.getStream(endpoint.getTicket())) {
      while (stream.next()) {
        sizes.add(stream.getRoot().getRowCount());
      }
    }
    return sizes;
  }

  @Test
  void whatTheFrontEndAnswersIsText() throws Exception {
    engine.on(
        "SHOW x",
        session ->
            ScriptedEngine.frontEndRows(
                List.of(
                    column("a", DorisType.of(Kind.BIGINT)), column("b", DorisType.of(Kind.STRING))),
                ScriptedEngine.values(
                    new Object[] {5L, null}, new Object[] {null, "\\N"}, new Object[] {6L, "x"})));
    CredentialCallOption token = flight.login();
    FlightInfo info = flight.sql().execute("SHOW x", token);
    assertThat(info.getSchemaOptional().orElseThrow().getFields())
        .containsExactly(
            Field.nullable("a", ArrowType.Utf8.INSTANCE),
            Field.nullable("b", ArrowType.Utf8.INSTANCE));
    FlightEndpoint endpoint = info.getEndpoints().get(0);
    assertThat(endpoint.getLocations().get(0).getUri().getPort())
        .isEqualTo(cluster.node(0).flightPort());
    assertThat(handle(endpoint)).matches("[0-9a-v]{20,26}:.+");
    assertThat(flight.rows(info, token))
        .containsExactly(
            java.util.Arrays.asList("5", null),
            java.util.Arrays.asList(null, null),
            java.util.Arrays.asList("6", "x"));
    assertThatThrownBy(() -> flight.rows(info, token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.INTERNAL, "get stream statement failed, "));
  }

  @Test
  void aStatementWithoutRowsAnswersAStatus() {
    CredentialCallOption token = flight.login();
    FlightInfo info = flight.sql().execute("SET a = 1", token);
    assertThat(info.getSchemaOptional().orElseThrow().getFields().get(0).getName())
        .isEqualTo("StatusResult");
    assertThat(flight.rows(info, token)).containsExactly(List.of("0"));
  }

  @Test
  void sqlErrorsComeInDorisFrame() {
    engine.on(
        "SELECT bad",
        session -> {
          throw DorisException.of("Unknown column 'bad' in 'table list'");
        });
    assertThatThrownBy(() -> flight.rows("SELECT bad", flight.login()))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.INTERNAL);
              assertThat(e.status().description())
                  .startsWith(
                      "get flight info statement failed, after executeQueryStatement handleQuery, ")
                  .endsWith(
                      ", error code: ERR_UNKNOWN_ERROR, error msg: errCode = 2,"
                          + " detailMessage = Unknown column 'bad' in 'table list'");
            });
  }

  @Test
  void windowsThatAreNotReadyCarryTheirCode() {
    engine.on(
        "SELECT late",
        session -> {
          throw new DorisException(
              5101, "HY000", "ERR_INCR_VISIBLE_WAIT_TIMEOUT", "ERR_INCR_VISIBLE_WAIT_TIMEOUT: x");
        });
    assertThatThrownBy(() -> flight.rows("SELECT late", flight.login()))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
              assertThat(e.status().metadata().get("doris-error-code")).isEqualTo("5101");
              assertThat(e.status().metadata().get("doris-error-name"))
                  .isEqualTo("ERR_INCR_VISIBLE_WAIT_TIMEOUT");
            });
  }

  @Test
  void anErrorWhileRowsAreMadeComesInTheStream() {
    engine.on(
        "SELECT some",
        session -> {
          long[] given = {0};
          return new Result.Rows(
              List.of(column("n", DorisType.of(Kind.BIGINT))),
              () -> {
                if (given[0] == 6_000) {
                  throw DorisException.of("Memory limit exceeded");
                }
                return new Object[] {given[0]++};
              },
              Result.ServedBy.BACK_END);
        });
    assertThatThrownBy(() -> flight.rows("SELECT some", flight.login()))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.INTERNAL, "Memory limit exceeded"));
  }

  @Test
  void aNewStatementDropsWhatTheOneBeforeLeft() {
    CredentialCallOption token = flight.login();
    FlightInfo left = flight.sql().execute("SELECT 5000", token);
    flight.sql().execute("SET a = 1", token);
    assertThatThrownBy(() -> flight.rows(left))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.INTERNAL, "no result for this query"));
  }

  @Test
  void badTicketsAreMalformed() throws Exception {
    FlightEndpoint good = flight.sql().execute("SELECT 5000", flight.login()).getEndpoints().get(0);
    try (FlightClient backEnd = flight.at(good)) {
      for (String handle :
          List.of("", "a&b", "1-2&h&x&AA==", "zz&h&1&AA==", "1-2&h&1&***", "1-2&h&1&AA==&")) {
        assertMalformed(backEnd, ticket(handle));
      }
      assertMalformed(backEnd, new Ticket("no protobuf".getBytes(UTF_8)));
    }
  }

  private static Ticket ticket(String handle) {
    return new Ticket(
        Any.pack(
                TicketStatementQuery.newBuilder()
                    .setStatementHandle(ByteString.copyFromUtf8(handle))
                    .build())
            .toByteArray());
  }

  private static void assertMalformed(FlightClient client, Ticket ticket) {
    assertThatThrownBy(
            () -> {
              try (FlightStream stream = client.getStream(ticket)) {
                stream.next();
              }
            })
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            status(FlightStatusCode.INVALID_ARGUMENT, "Malformed ticket: "));
  }

  @Test
  void updatesAndMetadataCallsAreUnimplemented() {
    CredentialCallOption token = flight.login();
    assertThatThrownBy(() -> flight.sql().executeUpdate("INSERT", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(CallStatus.UNIMPLEMENTED.code()));
    assertThatThrownBy(() -> flight.sql().getExecuteSchema("SELECT 5000", token))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(CallStatus.UNIMPLEMENTED.code()));
  }

  @Test
  void preparedStatementsWithoutParametersRun() {
    CredentialCallOption token = flight.login();
    try (PreparedStatement prepared = flight.sql().prepare("SELECT 5000", token)) {
      assertThat(prepared.getResultSetSchema().getFields().get(0).getName())
          .isEqualTo("ResultMeta");
      assertThat(flight.rows(prepared.execute(token))).hasSize(5_000);
      prepared.close(token);
    }
  }

  @Test
  void theServerSaysItIsDoris() {
    CredentialCallOption token = flight.login();
    FlightInfo info =
        flight
            .sql()
            .getSqlInfo(new FlightSql.SqlInfo[] {FlightSql.SqlInfo.FLIGHT_SQL_SERVER_NAME}, token);
    try (FlightStream stream =
        flight.sql().getStream(info.getEndpoints().get(0).getTicket(), token)) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().contentToTSVString()).contains("DorisFE");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closingTheServerEndsCallsAndStreamsInSeconds() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    engine.on(
        "SELECT slow",
        session -> {
          running.countDown();
          awaitQuietly(new CountDownLatch(1));
          throw DorisException.of("interrupted");
        });
    engine.on("SELECT endless", session -> ScriptedEngine.numbers(Long.MAX_VALUE));
    CredentialCallOption other = flight.login();
    FlightEndpoint endpoint = flight.sql().execute("SELECT endless", other).getEndpoints().get(0);
    CredentialCallOption token = flight.login();
    Thread caller =
        new Thread(
            () ->
                assertThatThrownBy(() -> flight.sql().execute("SELECT slow", token))
                    .isInstanceOf(FlightRuntimeException.class));
    try (FlightClient client = flight.at(endpoint);
        FlightStream stream = client.getStream(endpoint.getTicket())) {
      assertThat(stream.next()).isTrue();
      caller.start();
      running.await();
      long begin = System.nanoTime();
      cluster.close();
      assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  stream.getRoot().clear();
                }
              })
          .isInstanceOf(FlightRuntimeException.class);
    }
    caller.join();
    assertThat(cluster.calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
  }
}
