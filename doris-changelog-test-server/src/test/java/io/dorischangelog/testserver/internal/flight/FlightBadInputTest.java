package io.dorischangelog.testserver.internal.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClient.ExchangeReaderWriter;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that mean nothing to a Flight port fail, and those of others go on. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class FlightBadInputTest {
  private final ScriptedEngine engine =
      new ScriptedEngine().on("SELECT 3", session -> ScriptedEngine.numbers(3));
  private final Cluster cluster = engine.start();
  private final FlightFixture flight = new FlightFixture(cluster);
  private final CredentialCallOption token = flight.login();

  @AfterEach
  void close() throws Exception {
    flight.close();
    cluster.close();
  }

  private void assertAlive() {
    assertThat(flight.rows("SELECT 3", token)).hasSize(3);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(FlightRuntimeException.class);
  }

  private void assertCallsRefused(FlightClient client) {
    assertRefused(() -> client.doAction(new Action("Nonsense", new byte[3]), token).next());
    assertRefused(() -> client.listFlights(Criteria.ALL, token).forEach(info -> {}));
    for (FlightDescriptor descriptor :
        List.of(
            FlightDescriptor.command("no protobuf".getBytes(UTF_8)),
            FlightDescriptor.command(new byte[0]),
            FlightDescriptor.path("a", "b"))) {
      assertRefused(() -> client.getInfo(descriptor, token));
      assertRefused(() -> client.getSchema(descriptor, token));
      assertRefused(
          () -> {
            try (ExchangeReaderWriter exchange = client.doExchange(descriptor, token)) {
              exchange.getReader().getSchema();
            }
          });
    }
  }

  @Test
  void unknownCallsToAFrontEndFail() {
    assertCallsRefused(flight.frontEnd());
    assertAlive();
  }

  @Test
  void unknownCallsToABackEndFail() throws Exception {
    FlightEndpoint endpoint = flight.sql().execute("SELECT 3", token).getEndpoints().get(0);
    try (FlightClient backEnd = flight.at(endpoint)) {
      assertCallsRefused(backEnd);
    }
    assertAlive();
  }

  @Test
  void randomBytesEndTheirOwnConnection() throws Exception {
    int backEnd =
        flight
            .sql()
            .execute("SELECT 3", token)
            .getEndpoints()
            .get(0)
            .getLocations()
            .get(0)
            .getUri()
            .getPort();
    Random random = new Random(11);
    for (int port : new int[] {cluster.node(0).flightPort(), backEnd}) {
      for (int i = 0; i < 20; i++) {
        byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        sendTo(port, bytes);
      }
      sendTo(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    }
    assertAlive();
  }

  private static void sendTo(int port, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("Connection reset.*|Broken pipe.*");
    }
  }

  /** As the Flink connector logs in to a location that is not the front end's. */
  @Test
  void aBackEndAcceptsAHandshakeWithTheFrontEndsToken() throws Exception {
    FlightEndpoint endpoint = flight.sql().execute("SELECT 3", token).getEndpoints().get(0);
    try (FlightClient backEnd = flight.at(endpoint)) {
      backEnd.handshake(token);
      try (FlightStream stream = backEnd.getStream(endpoint.getTicket(), token)) {
        assertThat(stream.next()).isTrue();
        assertThat(stream.getRoot().getRowCount()).isEqualTo(3);
      }
    }
  }

  @Test
  void aFrontEndAcceptsAHandshakeWithItsOwnToken() {
    flight.frontEnd().handshake(token);
    assertAlive();
  }
}
