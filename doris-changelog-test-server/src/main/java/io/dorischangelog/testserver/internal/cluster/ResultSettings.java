package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.WireForm;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions.PublicAddress;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.flight.FlightSettings;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.flight.Location;

/** How this cluster lays results out, and which back end sends them. */
final class ResultSettings implements FlightSettings {
  /** Names that Doris reads as Shanghai's time. */
  private static final Set<String> SHANGHAI = Set.of("CST", "PRC");

  private static final String BINARY_OBJECTS = "return_object_data_as_binary";
  private final Topology topology;
  private final ZoneId globalZone;
  private final ClusterOptions options;
  private final AtomicInteger turn = new AtomicInteger();

  ResultSettings(Topology topology, ZoneId globalZone, ClusterOptions options) {
    this.topology = topology;
    this.globalZone = globalZone;
    this.options = options;
  }

  @Override
  public ArrowLayout layout(Session session) {
    Set<WireForm> forms = options.forms();
    if (session.variable(BINARY_OBJECTS).filter("true"::equals).isPresent()) {
      forms = new HashSet<>(forms);
      forms.remove(WireForm.OBJECTS_ON_REQUEST);
    }
    return new ArrowLayout(forms, zone(session));
  }

  private ZoneId zone(Session session) {
    String name = session.variable("time_zone").orElse("");
    if (name.isEmpty()) {
      return globalZone;
    }
    if (SHANGHAI.contains(name.toUpperCase(Locale.ROOT))) {
      return ZoneId.of("Asia/Shanghai");
    }
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return globalZone;
    }
  }

  @Override
  public List<BackEndNode> backEnds() {
    return topology.backEnds();
  }

  @Override
  public BackEndNode nextBackEnd() {
    List<BackEndNode> backEnds = topology.backEnds();
    return backEnds.get(Math.floorMod(turn.getAndIncrement(), backEnds.size()));
  }

  @Override
  public Location advertised(BackEndNode node) {
    PublicAddress address = options.publicAddress();
    if (address == null) {
      return location(node.host(), node.flightPort());
    }
    return location(address.host(), address.port() == 0 ? node.flightPort() : address.port());
  }

  @Override
  public Location location(String host, int port) {
    return options.tls() == null
        ? Location.forGrpcInsecure(host, port)
        : Location.forGrpcTls(host, port);
  }
}
