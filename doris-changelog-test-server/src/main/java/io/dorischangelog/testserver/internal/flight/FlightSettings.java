package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import java.util.List;
import org.apache.arrow.flight.Location;

/** What the cluster decides about results. */
public interface FlightSettings {

  /** How values are laid out for a session. */
  ArrowLayout layout(Session session);

  /** All back ends. */
  List<BackEndNode> backEnds();

  /** The back end that takes the next query; they take turns. */
  BackEndNode nextBackEnd();

  /** Where a back end says it is to be reached. */
  Location advertised(BackEndNode node);

  /** Where a front end's port is to be reached. */
  Location location(String host, int port);
}
