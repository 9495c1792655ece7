package io.dorischangelog.client.internal.server;

import java.util.ArrayList;
import java.util.List;

/**
 * A network address as configured or advertised.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 1 to 65535
 */
public record HostAndPort(String host, int port) {

  /**
   * Reads {@code host:port}, with brackets around an IPv6 host.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static HostAndPort parse(String text) {
    String trimmed = text.trim();
    int colon = trimmed.lastIndexOf(':');
    if (colon <= 0) {
      throw malformed(text);
    }
    String host = trimmed.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw malformed(text);
    }
    if (host.isEmpty() || host.contains("/") || host.contains(" ")) {
      throw malformed(text);
    }
    return new HostAndPort(host, port(trimmed.substring(colon + 1), text));
  }

  /** Reads a comma-separated list of at least one address. */
  public static List<HostAndPort> parseList(String text) {
    List<HostAndPort> parsed = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      parsed.add(parse(part));
    }
    return List.copyOf(parsed);
  }

  private static int port(String digits, String whole) {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw malformed(whole);
    }
    throw malformed(whole);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not an address; expected host:port, for example 127.0.0.1:8030");
  }

  /** The host as it stands in a URI. */
  public String uriHost() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  public HostAndPort withPort(int newPort) {
    return new HostAndPort(host, newPort);
  }

  @Override
  public String toString() {
    return uriHost() + ":" + port;
  }
}
