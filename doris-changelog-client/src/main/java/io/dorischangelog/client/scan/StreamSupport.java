package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.Endpoints;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.InboundCredit;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;

/**
 * What the streams of one scan share.
 *
 * @param cluster connections
 * @param visibility the wait for transactions that are not visible yet
 * @param watchdog ends waits on silent servers
 * @param memory where batches are kept that were taken off the wire, within the byte budget
 * @param retries connection faults in a row that are repeated
 * @param queryTimeout longest wait for a batch
 * @param events what is counted and told
 */
record StreamSupport(
    DorisCluster cluster,
    VisibilityWait visibility,
    Watchdog watchdog,
    ScanMemory memory,
    int retries,
    Duration queryTimeout,
    ScanEvents events) {

  /**
   * Reads a small result to its end and forgets it, so that the session is free again.
   *
   * @param limit longest wait for a batch
   * @param stall watched by the caller
   */
  void drain(FlightSession session, FlightInfo plan, Duration limit, StallGuard stall)
      throws IOException, StatementFailure, SessionLostException {
    for (FlightEndpoint endpoint : plan.getEndpoints()) {
      try {
        FlightStream rows =
            cluster
                .endpoints()
                .open(
                    session,
                    endpoint,
                    InboundCredit.unlimited(),
                    opened -> stall.begin(opened, limit));
        try {
          while (cluster.endpoints().next(rows)) {
            stall.resume();
          }
        } finally {
          Endpoints.close(rows);
        }
      } finally {
        stall.end();
      }
    }
  }
}
