package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.LocationSchemes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the streams of a planned query at the addresses that the plan names. Thread-safe.
 *
 * <p>A plan's addresses are the server's view of its network: wildcard hosts become the host that
 * the front end was reached at, and the address map translates what cannot be reached from here.
 * The front end's token is sent to that front end only; back ends ask for none. Where TLS is
 * switched on, every address is spoken to in TLS, whatever scheme the plan names.
 */
public final class Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);

  private final FlightConnections connections;
  private final Secrets secrets;
  private final AddressMap addresses;

  /**
   * @param addressMap reachable address by advertised address
   */
  Endpoints(
      FlightConnections connections, Secrets secrets, Map<HostAndPort, HostAndPort> addressMap) {
    this.connections = connections;
    this.secrets = secrets;
    this.addresses = new AddressMap(addressMap);
  }

  /**
   * Opens one endpoint at the first of its locations that answers with a schema.
   *
   * @param credit how many of its messages may be under way
   * @param opened told of each stream before its schema is waited for, so that the wait can be
   *     ended
   * @throws IOException if no location answers; the text names each and why
   * @throws StatementFailure if the server answers with an error
   */
  public FlightStream open(
      FlightSession session,
      FlightEndpoint endpoint,
      InboundCredit credit,
      Consumer<FlightStream> opened)
      throws IOException, StatementFailure, SessionLostException {
    List<Location> locations = endpoint.getLocations();
    if (locations.isEmpty()) {
      return started(credit.over(() -> atFrontEnd(session, endpoint)), opened);
    }
    Map<String, String> reasons = new LinkedHashMap<>();
    boolean worthRepeating = false;
    for (Location location : locations) {
      try {
        return started(at(session, endpoint, location.getUri(), credit), opened);
      } catch (IOException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        reasons.put(location.getUri().toString(), Reasons.of(e));
        worthRepeating |= !(e instanceof MalformedURLException || Reasons.isLasting(e));
      }
    }
    throw new UnusableLocationException(reasons, worthRepeating);
  }

  private FlightStream at(
      FlightSession session, FlightEndpoint endpoint, URI location, InboundCredit credit)
      throws IOException {
    String scheme = location.getScheme();
    if (scheme == null || LocationSchemes.REUSE_CONNECTION.equals(scheme)) {
      return credit.over(() -> atFrontEnd(session, endpoint));
    }
    HostAndPort address =
        addresses.reach(location, session.flightAddress(), connections.isSecure());
    FlightClient backEnd =
        address.equals(session.flightAddress()) ? null : connections.backEnd(address);
    return credit.over(
        () ->
            backEnd == null
                ? atFrontEnd(session, endpoint)
                : backEnd.getStream(endpoint.getTicket()));
  }

  private static FlightStream atFrontEnd(FlightSession session, FlightEndpoint endpoint) {
    return session.client().getStream(endpoint.getTicket(), session.bearer());
  }

  /** Waits for the schema: only then is it known that the address works. */
  private FlightStream started(FlightStream stream, Consumer<FlightStream> opened)
      throws IOException, StatementFailure, SessionLostException {
    opened.accept(stream);
    boolean ready = false;
    try {
      stream.getSchema();
      ready = true;
      return stream;
    } catch (FlightRuntimeException e) {
      throw FlightFailures.sort(e, secrets);
    } finally {
      if (!ready) {
        close(stream);
      }
    }
  }

  /** Ends a stream without letting the end hide what came before it. */
  public static void close(FlightStream stream) {
    try {
      stream.close();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LOG.debug("ending a stream failed: {}", e.getClass().getName()); // Its text may hold a token.
    }
  }

  /**
   * The next batch of a stream, in the stream's own root.
   *
   * @return false at an end with status OK
   */
  public boolean next(FlightStream stream)
      throws IOException, StatementFailure, SessionLostException {
    try {
      return stream.next();
    } catch (FlightRuntimeException e) {
      throw FlightFailures.sort(e, secrets);
    }
  }
}
