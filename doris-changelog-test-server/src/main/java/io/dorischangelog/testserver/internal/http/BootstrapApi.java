package io.dorischangelog.testserver.internal.http;

import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code GET /api/bootstrap}: liveness; ports are shown only to those who log in. */
final class BootstrapApi {
  private final FrontEndServices services;

  BootstrapApi(FrontEndServices services) {
    this.services = services;
  }

  Envelope answer(ApiRequest request) {
    boolean known = !request.user().isEmpty();
    FrontEndNode node = services.node().get();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("replayedJournalId", known ? 1 : 0);
    data.put("queryPort", known ? node.queryPort() : 0);
    data.put("rpcPort", 0);
    data.put("arrowFlightSqlPort", known ? node.flightPort() : 0);
    data.put("version", known ? "doris-5.0.0" : "");
    return Envelope.ok(data);
  }
}
