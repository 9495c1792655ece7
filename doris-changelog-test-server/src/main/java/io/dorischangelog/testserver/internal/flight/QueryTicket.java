package io.dorischangelog.testserver.internal.flight;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/**
 * The handle of a back end's result: {@code <hex>-<hex>&<host>&<brpc port>&<base 64 of the SQL>}.
 *
 * @param queryId two hexadecimal numbers; knowing it is the only credential
 * @param host back end that holds the result
 * @param brpcPort its internal port
 * @param sql the statement
 */
record QueryTicket(String queryId, String host, int brpcPort, String sql) {
  private static final Pattern QUERY_ID = Pattern.compile("[0-9a-fA-F]{1,16}-[0-9a-fA-F]{1,16}");
  private static final int FIELDS = 4;

  String handle() {
    String encoded = Base64.getEncoder().encodeToString(sql.getBytes(StandardCharsets.UTF_8));
    return queryId + "&" + host + "&" + brpcPort + "&" + encoded;
  }

  /** What tells this result, or this part of one, from all others. */
  String place() {
    return queryId + "&" + host + "&" + brpcPort;
  }

  /**
   * Reads a handle as a back end does.
   *
   * @throws FlightRuntimeException INVALID_ARGUMENT if it has another shape
   */
  static QueryTicket parse(String handle) {
    String[] fields = handle.split("&", -1);
    if (fields.length != FIELDS) {
      throw malformed("it has " + fields.length + " fields instead of " + FIELDS);
    }
    if (!QUERY_ID.matcher(fields[0]).matches()) {
      throw malformed("its first field is no query id");
    }
    try {
      byte[] sql = Base64.getDecoder().decode(fields[3]);
      return new QueryTicket(
          fields[0],
          fields[1],
          Integer.parseInt(fields[2]),
          new String(sql, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw malformed("its port or statement cannot be read");
    }
  }

  static FlightRuntimeException malformed(String why) {
    return CallStatus.INVALID_ARGUMENT
        .withDescription("Malformed ticket: " + why)
        .toRuntimeException();
  }
}
