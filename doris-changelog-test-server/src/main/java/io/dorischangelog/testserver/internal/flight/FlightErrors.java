package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.Set;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;

/** Doris' errors as Flight statuses. */
final class FlightErrors {
  /** Codes that travel as UNAVAILABLE with their number and name in the metadata. */
  private static final Set<Integer> TYPED = Set.of(5100, 5101);

  private FlightErrors() {}

  /** An error at planning: the frame that the front end's Flight producer puts around it. */
  static FlightRuntimeException planning(DorisException e) {
    if (TYPED.contains(e.code())) {
      return typed(e);
    }
    return CallStatus.INTERNAL
        .withDescription(
            "get flight info statement failed, after executeQueryStatement handleQuery, "
                + e.getMessage()
                + ", error code: "
                + e.name()
                + ", error msg: errCode = 2, detailMessage = "
                + e.getMessage())
        .toRuntimeException();
  }

  private static FlightRuntimeException typed(DorisException e) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert("doris-error-code", Integer.toString(e.code()));
    metadata.insert("doris-error-name", e.name());
    return CallStatus.UNAVAILABLE
        .withDescription(e.getMessage())
        .withMetadata(metadata)
        .toRuntimeException();
  }

  /** An error while a back end produces rows. */
  static FlightRuntimeException streaming(RuntimeException e) {
    if (e instanceof FlightRuntimeException flight) {
      return flight;
    }
    String text = e instanceof DorisException ? e.getMessage() : "the stand-in failed: " + e;
    return CallStatus.INTERNAL.withDescription(text).withCause(e).toRuntimeException();
  }
}
