package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Arrow's own clients of one cluster. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
public final class FlightFixture implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final FlightClient frontEnd;
  private final FlightSqlClient sql;

  public FlightFixture(Cluster cluster) {
    this(cluster.node(0).flightPort());
  }

  public FlightFixture(int flightPort) {
    frontEnd =
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", flightPort)).build();
    sql = new FlightSqlClient(frontEnd);
  }

  public FlightClient frontEnd() {
    return frontEnd;
  }

  public FlightSqlClient sql() {
    return sql;
  }

  public CredentialCallOption login(String user, String password) {
    return frontEnd.authenticateBasicToken(user, password).orElseThrow();
  }

  public CredentialCallOption login() {
    return login("root", "");
  }

  /** A client of the place that an endpoint names. */
  public FlightClient at(FlightEndpoint endpoint) {
    return FlightClient.builder(allocator, endpoint.getLocations().get(0)).build();
  }

  /** Runs a statement and fetches all its rows from where they are. */
  public List<List<Object>> rows(String statement, CallOption... options) {
    return rows(sql.execute(statement, options), options);
  }

  public List<List<Object>> rows(FlightInfo info, CallOption... options) {
    List<List<Object>> rows = new ArrayList<>();
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      try (FlightClient client = at(endpoint);
          FlightStream stream = client.getStream(endpoint.getTicket(), options)) {
        while (stream.next()) {
          add(rows, stream.getRoot());
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    return rows;
  }

  private static void add(List<List<Object>> rows, VectorSchemaRoot root) {
    for (int row = 0; row < root.getRowCount(); row++) {
      List<Object> cells = new ArrayList<>();
      for (FieldVector vector : root.getFieldVectors()) {
        Object value = vector.getObject(row);
        cells.add(value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value);
      }
      rows.add(cells);
    }
  }

  @Override
  public void close() throws Exception {
    sql.close();
    allocator.close();
  }
}
