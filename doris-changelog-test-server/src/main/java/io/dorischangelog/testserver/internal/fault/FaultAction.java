package io.dorischangelog.testserver.internal.fault;

import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.arrow.flight.FlightStatusCode;

/** What happens to a call. */
public sealed interface FaultAction {

  /** The call waits until the latch opens, then goes on. */
  record Delay(CountDownLatch released) implements FaultAction {}

  /**
   * A fetch waits until the latch opens, then goes on.
   *
   * @param afterBatches how many batches are sent before
   */
  record Stall(CountDownLatch released, int afterBatches) implements FaultAction {}

  /** The statement fails with an error of Doris'. */
  record SqlError(DorisException error) implements FaultAction {}

  /**
   * A Flight call fails with a status.
   *
   * @param afterBatches for a fetch: how many batches are sent before
   */
  record Status(
      FlightStatusCode code, String description, Map<String, String> metadata, int afterBatches)
      implements FaultAction {
    public Status {
      metadata = Map.copyOf(metadata);
    }
  }

  /** An HTTP call is answered with a status and a text of the test's. */
  record HttpAnswer(int status, String body) implements FaultAction {}

  /**
   * The connection breaks.
   *
   * @param afterBatches for a fetch: how many batches are sent before
   */
  record Disconnect(int afterBatches) implements FaultAction {}

  /** The log-in is refused as if the password were wrong. */
  record RefuseLogin() implements FaultAction {}

  /** The token of the call is forgotten before the call is looked at. */
  record ExpireToken() implements FaultAction {}

  /** A planned result is spread over endpoints in another way. */
  record Endpoints(EndpointShape shape) implements FaultAction {}

  /** A batch ends behind each row that begins an update pair. */
  record SplitPairs() implements FaultAction {}
}
