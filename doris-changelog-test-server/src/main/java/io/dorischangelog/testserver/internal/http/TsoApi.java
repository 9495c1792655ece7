package io.dorischangelog.testserver.internal.http;

import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.store.TsoClock;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code GET /api/tso}: the commit clock as it stands; asking does not move it. */
final class TsoApi {
  private final FrontEndServices services;
  private final TsoClock clock;
  private final Topology topology;

  TsoApi(FrontEndServices services, TsoClock clock, Topology topology) {
    this.services = services;
    this.clock = clock;
    this.topology = topology;
  }

  Envelope answer() {
    if (!services.engine().state().isTsoCalibrated()) {
      return Envelope.badRequest("TSO timestamp is not calibrated, please check");
    }
    long tso = clock.current();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("window_end_physical_time", clock.windowEndMillis());
    data.put("current_tso", tso);
    data.put("current_tso_physical_time", TsoClock.physical(tso));
    data.put("current_tso_logical_counter", TsoClock.counter(tso));
    if (!services.node().get().master()) {
      topology.frontEnds().stream()
          .filter(FrontEndNode::master)
          .findFirst()
          .ifPresent(node -> data.put("master_fe_addr", node.host() + ":" + node.httpPort()));
    }
    return Envelope.ok(data);
  }
}
