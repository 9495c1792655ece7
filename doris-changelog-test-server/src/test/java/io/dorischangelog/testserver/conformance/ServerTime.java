package io.dorischangelog.testserver.conformance;

import java.time.Duration;
import java.time.Instant;

/** The clock by which the server under test stamps commits. */
interface ServerTime {

  /** The physical time of the server's current TSO. */
  Instant now();

  /** Lets time pass, at once or by waiting for it. */
  void pass(Duration duration);

  /** Whether time moves only by {@link #pass}. */
  boolean manual();
}
