package io.dorischangelog.client.internal.server;

import java.net.MalformedURLException;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flight.LocationSchemes;

/**
 * Where the addresses that a server advertises are reached from here. Host names are compared
 * without case. Immutable.
 */
final class AddressMap {
  private static final Set<String> FLIGHT =
      Set.of(LocationSchemes.GRPC, LocationSchemes.GRPC_INSECURE, LocationSchemes.GRPC_TLS);

  private final Map<HostAndPort, HostAndPort> reachable = new HashMap<>();

  /**
   * @param reachable reachable address by advertised address
   */
  AddressMap(Map<HostAndPort, HostAndPort> reachable) {
    reachable.forEach((advertised, here) -> this.reachable.put(lowerCase(advertised), here));
  }

  private static HostAndPort lowerCase(HostAndPort address) {
    return new HostAndPort(address.host().toLowerCase(Locale.ROOT), address.port());
  }

  /**
   * Where the rows of a planned result are fetched.
   *
   * @param location as the plan names it
   * @param frontEnd the address under which the planner was reached; stands for wildcard hosts
   * @param secure whether connections are encrypted
   * @throws MalformedURLException if it is no address, or asks for what was not switched on
   */
  HostAndPort reach(URI location, HostAndPort frontEnd, boolean secure)
      throws MalformedURLException {
    if (LocationSchemes.GRPC_TLS.equals(location.getScheme()) && !secure) {
      throw new MalformedURLException(
          "the location asks for TLS, which is not switched on for this reader");
    }
    if (!FLIGHT.contains(location.getScheme())) {
      throw new MalformedURLException("the scheme is not one of Flight's");
    }
    String authority = authority(location);
    int colon = authority.lastIndexOf(':');
    int port = port(authority.substring(colon + 1));
    String host = bare(authority.substring(0, Math.max(0, colon)));
    HostAndPort advertised = new HostAndPort(host, port);
    HostAndPort mapped = reachable.get(lowerCase(advertised));
    if (mapped != null) {
      return mapped;
    }
    if (isWildcard(host)) {
      return frontEnd.withPort(port);
    }
    if (location.getHost() == null) {
      throw new MalformedURLException(
          "no known host: the name has characters that host names cannot have, so it is reached"
              + " through the address map only");
    }
    return advertised;
  }

  /** Read by hand: a host with an underscore, as containers have, is none to {@link URI}. */
  private static String authority(URI location) {
    String authority = location.getRawAuthority();
    return authority == null ? "" : authority.substring(authority.indexOf('@') + 1);
  }

  private static int port(String digits) throws MalformedURLException {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw unusable();
    }
    throw unusable();
  }

  private static MalformedURLException unusable() {
    return new MalformedURLException("the location has no usable port");
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** No host, {@code 0.0.0.0}, {@code ::} in any spelling. */
  private static boolean isWildcard(String host) {
    return host.chars().allMatch(c -> c == '0' || c == '.' || c == ':');
  }
}
