package io.dorischangelog.testserver;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A program, not a test: streams a million generated changes out of the stand-in and out of a bare
 * Flight server that sends one ready-made batch of the same size again and again, in turns, and
 * prints the medians of the ratios: of wall time, which is what the goal is about and which
 * neighbours on the machine disturb, and of the CPU time that this process (server and client)
 * spends, which they hardly do.
 */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class FlightThroughput {
  private static final int ROWS = 1_000_000;
  private static final int WARM_UP = 15;
  private static final int PAIRS = 11;
  private static final String SELECT =
      "SELECT id, k, name, amount, ts, d, flag, v, __DORIS_CHANGELOG_TSO__,"
          + " __DORIS_CHANGELOG_LSN__, __DORIS_CHANGELOG_OP__"
          + " FROM bench.t@incr('incrementType' = 'DETAIL')";

  private static final OperatingSystemMXBean CPU =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private FlightThroughput() {}

  /**
   * The program.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    try (DorisTestServer server = DorisTestServer.start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient frontEnd =
            FlightClient.builder(
                    allocator, Location.forGrpcInsecure("127.0.0.1", server.flightPort()))
                .build()) {
      createTable(server);
      CredentialCallOption token = frontEnd.authenticateBasicToken("root", "").orElseThrow();
      FlightEndpoint first = plan(frontEnd, token);
      try (FlightClient backEnd =
              FlightClient.builder(allocator, first.getLocations().get(0)).build();
          FlightStream sample = backEnd.getStream(first.getTicket())) {
        sample.next();
        try (ReadyMade readyMade = new ReadyMade(allocator, sample.getRoot())) {
          drainRest(sample);
          compare(frontEnd, token, backEnd, readyMade, allocator);
        }
      }
    }
  }

  private static void createTable(DorisTestServer server) {
    server.execute("CREATE DATABASE bench");
    server.execute(
        "CREATE TABLE bench.t (id BIGINT NOT NULL, k INT, name VARCHAR(20), amount DECIMAL(18,2),"
            + " ts DATETIME(6), d DATE, flag BOOLEAN, v DOUBLE) DUPLICATE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1',"
            + " 'changelog.enable' = 'true')");
    server.generateChanges("bench.t", ROWS, 1, 10_000, Duration.ZERO);
  }

  private static FlightEndpoint plan(FlightClient frontEnd, CredentialCallOption token) {
    return new FlightSqlClient(frontEnd).execute(SELECT, token).getEndpoints().get(0);
  }

  private static void compare(
      FlightClient frontEnd,
      CredentialCallOption token,
      FlightClient backEnd,
      ReadyMade readyMade,
      BufferAllocator allocator)
      throws Exception {
    try (FlightClient bare = FlightClient.builder(allocator, readyMade.location()).build()) {
      List<Double> wall = new ArrayList<>();
      List<Double> cpu = new ArrayList<>();
      for (int i = -WARM_UP; i < PAIRS; i++) {
        Measure standIn;
        Measure bareServer;
        if (i % 2 == 0) {
          standIn = measure(backEnd, plan(frontEnd, token).getTicket());
          bareServer = measure(bare, new Ticket(new byte[0]));
        } else {
          bareServer = measure(bare, new Ticket(new byte[0]));
          standIn = measure(backEnd, plan(frontEnd, token).getTicket());
        }
        if (i >= 0) {
          wall.add(standIn.rowsPerSecond() / bareServer.rowsPerSecond());
          cpu.add(bareServer.cpuPerRow() / standIn.cpuPerRow());
          System.out.printf(
              "stand-in %s, bare server %s, ratio %.2f, by CPU %.2f%n",
              standIn, bareServer, wall.get(i), cpu.get(i));
        }
      }
      System.out.printf(
          "median ratio %.2f (wanted: 0.80 or more), by CPU %.2f%n", median(wall), median(cpu));
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** How one stream went: rows per second of wall time, and nanoseconds of CPU time a row. */
  private record Measure(double rowsPerSecond, double cpuPerRow) {
    @Override
    public String toString() {
      return String.format("%.2f M rows/s (%.0f CPU ns/row)", rowsPerSecond / 1e6, cpuPerRow);
    }
  }

  private static Measure measure(FlightClient client, Ticket ticket) throws Exception {
    long cpu = CPU.getProcessCpuTime();
    long begin = System.nanoTime();
    try (FlightStream stream = client.getStream(ticket)) {
      long rows = drainRest(stream);
      double nanos = System.nanoTime() - begin;
      return new Measure(rows * 1e9 / nanos, (CPU.getProcessCpuTime() - cpu) / (double) rows);
    }
  }

  private static long drainRest(FlightStream stream) {
    long rows = 0;
    while (stream.next()) {
      rows += stream.getRoot().getRowCount();
    }
    return rows;
  }

  /** A Flight server with one batch, sent until the rows are full. */
  private static final class ReadyMade extends NoOpFlightProducer implements AutoCloseable {
    private final VectorSchemaRoot batch;
    private final FlightServer server;

    ReadyMade(BufferAllocator allocator, VectorSchemaRoot sample) throws Exception {
      Schema schema = sample.getSchema();
      batch = VectorSchemaRoot.create(schema, allocator);
      try (ArrowRecordBatch copy = new VectorUnloader(sample).getRecordBatch()) {
        new org.apache.arrow.vector.VectorLoader(batch).load(copy);
      }
      server =
          FlightServer.builder(allocator, Location.forGrpcInsecure("127.0.0.1", 0), this)
              .build()
              .start();
    }

    Location location() {
      return server.getLocation();
    }

    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      Semaphore ready = new Semaphore(0);
      listener.setOnReadyHandler(ready::release);
      Thread sender = new Thread(() -> send(listener, ready), "ready-made");
      sender.setDaemon(true);
      sender.start();
    }

    private void send(ServerStreamListener listener, Semaphore ready) {
      listener.start(batch);
      for (int sent = 0; sent < ROWS; sent += batch.getRowCount()) {
        while (!listener.isReady() && !listener.isCancelled()) {
          ready.acquireUninterruptibly();
        }
        listener.putNext();
      }
      listener.completed();
    }

    @Override
    public void close() throws Exception {
      server.close();
      batch.close();
    }
  }
}
