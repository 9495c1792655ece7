package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.type.ArrowLayout;

/** What the cluster decides about results. */
public interface FlightSettings {

  /** How values are laid out for a session. */
  ArrowLayout layout(Session session);

  /** The back end that takes the next query; they take turns. */
  BackEndNode nextBackEnd();
}
