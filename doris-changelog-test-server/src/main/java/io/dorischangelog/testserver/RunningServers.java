package io.dorischangelog.testserver;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The servers of this JVM that were started and not closed yet. Thread-safe. */
final class RunningServers {
  private static final List<DorisTestServer> SERVERS = new CopyOnWriteArrayList<>();

  private RunningServers() {}

  static void add(DorisTestServer server) {
    SERVERS.add(server);
  }

  static void remove(DorisTestServer server) {
    SERVERS.remove(server);
  }

  static List<DorisTestServer> all() {
    return List.copyOf(SERVERS);
  }
}
