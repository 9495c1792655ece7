package io.dorischangelog.client.internal.server;

import java.io.IOException;

/** A front end, or a proxy before it, answers HTTP but not this call. */
final class HttpRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  HttpRefusedException(HostAndPort frontEnd, int status) {
    super(
        "front end "
            + frontEnd
            + " answered HTTP "
            + status
            + (isRedirect(status)
                ? "; it may want TLS (set tls, doris.enable.tls)"
                : "; where HTTP is closed, set flightSqlPort (source.flight-sql-port), and metadata"
                    + " is read over Flight"));
  }

  private static boolean isRedirect(int status) {
    return status >= 300 && status < 400;
  }
}
