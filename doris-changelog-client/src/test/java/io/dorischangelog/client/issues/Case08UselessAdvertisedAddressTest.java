package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TlsOptions;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.RecordedCall;
import io.dorischangelog.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.RequestContext;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan sends the reader to an address that it cannot use, or that only looks so. */
@ExtendWith(LeakCheck.class)
class Case08UselessAdvertisedAddressTest {
  private static final List<String> ROWS = List.of("+I {id=1, name=Ann, age=18}");
  private static final Duration SOON = Duration.ofSeconds(1);

  private static ChangelogReaderBuilder oneRow(StudentTable table) {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
    table.passSecond();
    return table.reader().connectTimeout(SOON).scanMode(mode.until(table.clock().instant()));
  }

  private static void locate(StudentTable table, String... locations) {
    table
        .server()
        .faults()
        .onPlan()
        .matching("ORDER BY")
        .always()
        .endpoints(EndpointShape.one().at(locations));
  }

  private static String realPort(StudentTable table) {
    return String.valueOf(table.server().execute("SHOW BACKENDS").get(0).get(6));
  }

  private static void reads(ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      assertThat(StudentTable.drain(reader)).isEqualTo(ROWS);
    }
  }

  private static void refuses(StudentTable table, String location, String why) {
    locate(table, location);
    RecordingListener events = new RecordingListener();
    try (ChangelogReader reader = oneRow(table).listener(events).build()) {
      long start = System.nanoTime();
      assertThatExceptionOfType(ServerUnavailableException.class)
          .isThrownBy(reader::next)
          .withMessageContaining(location)
          .withMessageContaining("the server's plan")
          .withMessageContaining("address-map")
          .withMessageContaining(why);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
    assertThat(plans(table)).hasSize(1);
    assertThat(events.events("waiting")).isEmpty();
  }

  private static List<String> plans(StudentTable table) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("ORDER BY"))
        .toList();
  }

  private static List<RecordedCall> fetchesFromBackEnds(StudentTable table) {
    return table.server().calls().by(Protocol.FLIGHT_BACK_END).stream()
        .filter(call -> call.sql().contains("ORDER BY"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grpc+tcp://0.0.0.0:{port}",
        "grpc+tcp://[::]:{port}",
        "grpc+tcp://[0:0:0:0:0:0:0:0]:{port}",
        "grpc+tcp://[::0]:{port}",
        "grpc+tcp://0:{port}",
        "grpc+tcp://:{port}",
        "grpc+tcp://localhost:{port}",
        "grpc+tcp://LOCALHOST:{port}",
        "grpc+tcp://somebody@127.0.0.1:{port}",
        "grpc+tcp://127.0.0.1:{port}/",
        "grpc://127.0.0.1:{port}",
        "grpc://0.0.0.0:{port}"
      })
  void addressesThatOnlyLookUselessAreReached(String location) {
    try (StudentTable table = StudentTable.unique()) {
      locate(table, location);
      reads(oneRow(table));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow-flight-reuse-connection://?", ""})
  void theOwnChannelOfThePlannerIsUsedWhereThePlanSaysSo(String location) {
    try (StudentTable table = StudentTable.unique()) {
      locate(table, location);
      try (ChangelogReader reader = oneRow(table).build()) {
        // Its front end has no rows of back ends: that it says so shows that it was asked.
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("get stream statement failed");
      }
      assertThat(fetchesFromBackEnds(table)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grpc+tcp://be-1.inner.invalid:8050",
        "grpc+tcp://be_1.inner.invalid:8050",
        "grpc+tcp://BE-1.Inner.Invalid:8050"
      })
  void anInnerNameIsNamedAndTheMapMakesItReachable(String location) {
    try (StudentTable table = StudentTable.unique()) {
      refuses(table, location, "known host");
    }
    try (StudentTable table = StudentTable.unique()) {
      locate(table, location);
      String here = "127.0.0.1:" + realPort(table);
      reads(
          oneRow(table)
              .addressMap(
                  Map.of("be-1.inner.invalid:8050", here, "be_1.inner.invalid:8050", here)));
    }
  }

  @Test
  void theMapTranslatesWildcardsToo() {
    try (StudentTable table = StudentTable.unique()) {
      locate(table, "grpc+tcp://0.0.0.0:8050");
      reads(oneRow(table).addressMap(Map.of("0.0.0.0:8050", "127.0.0.1:" + realPort(table))));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grpc+tcp://127.0.0.1:0",
        "grpc+tcp://127.0.0.1",
        "grpc+tcp://127.0.0.1:70000",
        "grpc+unix:///tmp/socket",
        "http://127.0.0.1:8050"
      })
  void whatIsNoAddressOfFlightIsNamed(String location) {
    try (StudentTable table = StudentTable.unique()) {
      refuses(table, location, location + " - the ");
    }
  }

  @Test
  void aHostThatDropsPacketsIsGivenUpWithinTheTimeToConnect() throws IOException {
    try (StudentTable table = StudentTable.unique();
        FullQueue host = FullQueue.open()) {
      refuses(table, "grpc+tcp://127.0.0.1:" + host.port(), "connecting timed out");
    }
  }

  @Test
  void aHostThatTakesTheConnectionAndSaysNothingIsGivenUpToo() throws IOException {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      refuses(table, "grpc+tcp://127.0.0.1:" + silent.getLocalPort(), "connecting timed out");
    }
  }

  @Test
  void closeEndsTheAttemptToConnect() throws Exception {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      locate(table, "grpc+tcp://127.0.0.1:" + silent.getLocalPort());
      ChangelogReader reader = oneRow(table).connectTimeout(Duration.ofMinutes(1)).build();
      FutureTask<Boolean> read = new FutureTask<>(reader::hasNext);
      Thread thread = new Thread(read, "reading");
      thread.start();
      silent.accept().close();
      reader.close();
      assertThat(read.get(2, TimeUnit.SECONDS)).isFalse();
      thread.join();
    }
  }

  @Test
  void theNextLocationServesWhereTheFirstIsUseless() throws IOException {
    try (StudentTable table = StudentTable.unique();
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      locate(
          table,
          "grpc+tcp://be-1.inner.invalid:8050",
          "grpc+tcp://127.0.0.1:" + silent.getLocalPort(),
          "grpc+tcp://127.0.0.1:0",
          "{location}");
      reads(oneRow(table));
    }
  }

  @Test
  void anAddressThatRefusesIsTriedAgainAndThenNamed() {
    try (StudentTable table = StudentTable.unique()) {
      locate(table, "grpc+tcp://127.0.0.1:1");
      try (ChangelogReader reader = oneRow(table).retries(1).build()) {
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("grpc+tcp://127.0.0.1:1");
      }
      assertThat(plans(table)).hasSize(2); // It may be a back end that is being restarted.
    }
  }

  @Test
  void withoutTlsNothingIsSentWhereTlsIsAskedFor() {
    try (StudentTable table = StudentTable.unique()) {
      refuses(table, "grpc+tls://127.0.0.1:" + realPort(table), "TLS");
      assertThat(fetchesFromBackEnds(table)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"grpc+tls", "grpc+tcp", "grpc"})
  void withTlsNothingIsSentToAPlainServer(String scheme, @TempDir Path directory) {
    TestCertificates files = TestCertificates.create(directory);
    try (StudentTable plain = StudentTable.unique();
        StudentTable table = StudentTable.unique(server -> server.tls(files.server()))) {
      locate(table, scheme + "://127.0.0.1:" + realPort(plain));
      try (ChangelogReader reader =
          oneRow(table)
              .connectTimeout(Duration.ofSeconds(20))
              .tls(TlsOptions.trusting(files.ca()))
              .retries(0)
              .build()) {
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("TLS");
      }
      assertThat(plain.server().calls().by(Protocol.FLIGHT_BACK_END)).isEmpty();
    }
  }

  @Test
  void theTokenIsSentToThePlannerOnly() throws Exception {
    Set<String> headers = ConcurrentHashMap.newKeySet();
    try (StudentTable table = StudentTable.unique();
        RootAllocator memory = new RootAllocator()) {
      FlightServer stranger = listening(memory, headers);
      locate(table, "grpc+tcp://localhost:" + stranger.getPort());
      try (ChangelogReader reader = oneRow(table).retries(0).build()) {
        assertThatExceptionOfType(ChangelogException.class).isThrownBy(reader::next);
      } finally {
        stranger.close();
      }
    }
    assertThat(headers).contains("user-agent").noneMatch(name -> name.contains("auth"));
  }

  private static FlightServer listening(RootAllocator memory, Set<String> headers)
      throws IOException {
    return FlightServer.builder(
            memory, Location.forGrpcInsecure("127.0.0.1", 0), new NoOpFlightProducer())
        .middleware(FlightServerMiddleware.Key.of("headers"), new HeaderNames(headers))
        .build()
        .start();
  }

  /** Writes down which headers come with calls. */
  private record HeaderNames(Set<String> names)
      implements FlightServerMiddleware.Factory<FlightServerMiddleware> {
    @Override
    public FlightServerMiddleware onCallStarted(
        CallInfo info, CallHeaders incoming, RequestContext context) {
      names.addAll(incoming.keys());
      return new FlightServerMiddleware() {
        @Override
        public void onBeforeSendingHeaders(CallHeaders outgoing) {}

        @Override
        public void onCallCompleted(CallStatus status) {}

        @Override
        public void onCallErrored(Throwable error) {}
      };
    }
  }

  /** A port whose queue of connections is full, so that the system drops those that come. */
  private record FullQueue(ServerSocket socket, List<Socket> waiting) implements AutoCloseable {

    static FullQueue open() throws IOException {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      FullQueue queue = new FullQueue(socket, new ArrayList<>());
      while (queue.takesOneMore()) {
        assertThat(queue.waiting).hasSizeLessThan(100);
      }
      return queue;
    }

    private boolean takesOneMore() throws IOException {
      Socket next = new Socket();
      waiting.add(next);
      try {
        next.connect(new InetSocketAddress(socket.getInetAddress(), port()), 100);
        return true;
      } catch (IOException full) {
        return false;
      }
    }

    int port() {
      return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      for (Socket each : waiting) {
        each.close();
      }
      socket.close();
    }
  }
}
