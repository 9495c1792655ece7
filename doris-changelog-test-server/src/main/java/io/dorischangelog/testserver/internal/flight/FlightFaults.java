package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
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

  /** The sizes of batches; asking for that of a batch that is held waits. */
  static IntSupplier held(List<FaultAction> actions, IntSupplier sizes) {
    IntSupplier held = sizes;
    for (FaultAction action : actions) {
      if (action instanceof FaultAction.Stall stall) {
        held = held(stall, held);
      }
    }
    return held;
  }

  private static IntSupplier held(FaultAction.Stall stall, IntSupplier sizes) {
    AtomicInteger asked = new AtomicInteger();
    return () -> {
      if (asked.getAndIncrement() == stall.afterBatches()) {
        try {
          stall.released().await();
        } catch (InterruptedException e) {
          // The server stops: the stream goes on and finds its connection closed.
          Thread.currentThread().interrupt();
        }
      }
      return sizes.getAsInt();
    };
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
