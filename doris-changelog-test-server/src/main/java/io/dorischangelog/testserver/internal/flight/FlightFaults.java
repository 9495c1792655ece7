package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;

/** What ordered faults mean for Flight calls. */
final class FlightFaults {

  /**
   * A stream that fails behind some batches.
   *
   * @param afterBatches batches that are sent before
   * @param status how it fails
   */
  record EarlyEnd(int afterBatches, CallStatus status) {}

  private FlightFaults() {}

  /** Fails a call if a fault says so; those for streams and endpoints are looked at elsewhere. */
  static void throwStatus(List<FaultAction> actions) {
    for (FaultAction action : actions) {
      if (action instanceof FaultAction.Status status) {
        throw status(status).toRuntimeException();
      }
      if (action instanceof FaultAction.SqlError error) {
        throw FlightErrors.planning(error.error());
      }
    }
  }

  private static CallStatus status(FaultAction.Status action) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    action.metadata().forEach(metadata::insert);
    return new CallStatus(action.code(), null, action.description(), metadata);
  }

  static boolean expiresToken(List<FaultAction> actions) {
    return actions.stream().anyMatch(FaultAction.ExpireToken.class::isInstance);
  }

  static Optional<EndpointShape> endpoints(List<FaultAction> actions) {
    return actions.stream()
        .filter(FaultAction.Endpoints.class::isInstance)
        .map(action -> ((FaultAction.Endpoints) action).shape())
        .findFirst();
  }

  static boolean splitsPairs(List<FaultAction> actions) {
    return actions.stream().anyMatch(FaultAction.SplitPairs.class::isInstance);
  }

  /** How a stream is to fail; empty: not at all. */
  static Optional<EarlyEnd> earlyEnd(List<FaultAction> actions) {
    for (FaultAction action : actions) {
      if (action instanceof FaultAction.Status status) {
        return Optional.of(new EarlyEnd(status.afterBatches(), status(status)));
      }
      if (action instanceof FaultAction.Disconnect cut) {
        CallStatus broken =
            CallStatus.UNAVAILABLE.withDescription("Network closed for unknown reason");
        return Optional.of(new EarlyEnd(cut.afterBatches(), broken));
      }
    }
    return Optional.empty();
  }
}
