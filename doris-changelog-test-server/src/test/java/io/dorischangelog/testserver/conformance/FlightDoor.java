package io.dorischangelog.testserver.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Arrow Flight SQL with nothing but Arrow's own client: log-in, GetFlightInfo, DoGet. */
final class FlightDoor implements SqlDoor {
  private final BufferAllocator allocator = new RootAllocator();
  private final String host;
  private final FlightClient client;
  private final FlightSqlClient sqlClient;
  private final CredentialCallOption bearer;
  private final Map<Location, FlightClient> backEnds = new HashMap<>();

  private FlightDoor(String host, int port, Login login) {
    this.host = host;
    client = FlightClient.builder(allocator, Location.forGrpcInsecure(host, port)).build();
    sqlClient = new FlightSqlClient(client);
    bearer = client.authenticateBasicToken(login.user(), login.password()).orElseThrow();
  }

  static FlightDoor open(String host, int port, Login login) {
    return new FlightDoor(host, port, login);
  }

  @Override
  public String name() {
    return "Flight";
  }

  @Override
  public List<List<Object>> execute(String sql) {
    try {
      FlightInfo info = sqlClient.execute(sql, bearer);
      List<List<Object>> rows = new ArrayList<>();
      for (FlightEndpoint endpoint : info.getEndpoints()) {
        read(endpoint, rows);
      }
      return rows;
    } catch (FlightRuntimeException e) {
      throw new Refused(String.valueOf(e.getMessage()), e);
    }
  }

  private void read(FlightEndpoint endpoint, List<List<Object>> rows) {
    FlightClient from =
        endpoint.getLocations().isEmpty() ? client : backEnd(endpoint.getLocations().get(0));
    FlightStream stream = from.getStream(endpoint.getTicket(), bearer);
    while (stream.next()) {
      for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
        rows.add(row(stream.getRoot().getFieldVectors(), i));
      }
    }
    close(stream);
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      throw new IllegalStateException("closing " + resource + " failed", e);
    }
  }

  private FlightClient backEnd(Location location) {
    String advertised = location.getUri().getHost();
    boolean useless = advertised == null || advertised.equals("0.0.0.0");
    Location reachable =
        useless ? Location.forGrpcInsecure(host, location.getUri().getPort()) : location;
    return backEnds.computeIfAbsent(reachable, key -> FlightClient.builder(allocator, key).build());
  }

  private static List<Object> row(List<FieldVector> vectors, int row) {
    List<Object> values = new ArrayList<>();
    vectors.forEach(vector -> values.add(ArrowCell.of(vector, row)));
    return values;
  }

  @Override
  public void close() {
    sqlClient.closeSession(new CloseSessionRequest(), bearer);
    backEnds.values().forEach(FlightDoor::close);
    close(client);
    allocator.close();
  }
}
