package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The stand-in of this module, in one of its spellings, on a manual clock. */
final class StandInTarget implements Target {
  private static final Login ROOT = new Login("root", "");
  private static final String HOST = "127.0.0.1";

  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");
  private final Spelling spelling;
  private final DorisTestServer server;
  private final StreamLoad streamLoad;
  private int databases;

  private StandInTarget(ChangelogNames names) {
    spelling = new Spelling(names, names.equals(ChangelogNames.BINLOG));
    server = DorisTestServer.builder().clock(clock).names(names).start();
    streamLoad = new StreamLoad(server.httpAddress(), ROOT);
  }

  static StandInTarget start(ChangelogNames names) {
    return new StandInTarget(names);
  }

  @Override
  public String name() {
    return "stand-in, " + spelling.names().word();
  }

  @Override
  public Spelling spelling() {
    return spelling;
  }

  @Override
  public ServerTime time() {
    return new ServerTime() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void pass(Duration duration) {
        clock.advance(duration);
      }

      @Override
      public boolean manual() {
        return true;
      }
    };
  }

  @Override
  public String newDatabase() {
    databases++;
    return "conformance_" + databases;
  }

  @Override
  public SqlDoor openMysql() {
    return MysqlDoor.open(HOST, server.mysqlPort(), ROOT);
  }

  @Override
  public SqlDoor openFlight() {
    return FlightDoor.open(HOST, server.flightPort(), ROOT);
  }

  @Override
  public void loadFlexibly(String database, String table, List<JsonNode> rows) {
    streamLoad.flexible(database, table, rows);
  }

  @Override
  public void close() {
    server.close();
  }
}
