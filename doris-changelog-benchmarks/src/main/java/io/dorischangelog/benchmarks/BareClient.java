package io.dorischangelog.benchmarks;

import java.time.Instant;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The least that reads a stream: one thread takes batches off a Flight client and gives them to a
 * reader of vectors. It checks nothing, follows nothing and never asks again.
 */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class BareClient implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final FlightClient frontEnd;
  private final CredentialCallOption token;
  private final FlightClient backEnd;
  private final String select;

  BareClient(ServerProcess server, BenchmarkTable table, Instant from, Instant to)
      throws Exception {
    frontEnd =
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.flightPort()))
            .build();
    token = frontEnd.authenticateBasicToken("root", "").orElseThrow();
    run("SET time_zone = '+00:00'");
    run("SET batch_size = " + BenchmarkTable.BATCH_SIZE);
    select = table.select(from, to);
    FlightEndpoint sample = plan(select).getEndpoints().get(0);
    backEnd = FlightClient.builder(allocator, sample.getLocations().get(0)).build();
    backEnd.getStream(sample.getTicket()).close();
  }

  private FlightInfo plan(String statement) {
    return new FlightSqlClient(frontEnd).execute(statement, token);
  }

  private void run(String statement) {
    plan(statement);
  }

  /** Reads the whole table once. */
  Outcome read(BatchRead<VectorSchemaRoot> reader) throws Exception {
    long rows = 0;
    long checksum = 0;
    for (FlightEndpoint endpoint : plan(select).getEndpoints()) {
      try (FlightStream stream = backEnd.getStream(endpoint.getTicket())) {
        while (stream.next()) {
          rows += stream.getRoot().getRowCount();
          checksum += reader.read(stream.getRoot());
        }
      }
    }
    return new Outcome(rows, checksum);
  }

  @Override
  public void close() throws Exception {
    backEnd.close();
    frontEnd.close();
    allocator.close();
  }
}
