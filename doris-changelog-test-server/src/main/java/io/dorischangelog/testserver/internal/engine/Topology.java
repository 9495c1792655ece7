package io.dorischangelog.testserver.internal.engine;

import java.util.List;

/** The nodes of the cluster as they are now; ports are known once the servers run. */
public interface Topology {
  List<FrontEndNode> frontEnds();

  List<BackEndNode> backEnds();
}
