package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.ChangelogNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A Doris cluster that runs somewhere, on its own clock. */
final class RealTarget implements Target {
  private final StatementApi statements;
  private final Login login;
  private final Map<String, String> frontEnd;
  private final Spelling spelling;
  private final StreamLoad streamLoad;
  private final String host;
  private final String prefix =
      "conformance_" + Integer.toUnsignedString(ThreadLocalRandom.current().nextInt(), 36);
  private final int speed;
  private int databases;

  private RealTarget(String address, Login login, int speed) {
    this.speed = speed;
    this.login = login;
    statements = new StatementApi(address, login);
    host = address.substring(0, address.lastIndexOf(':'));
    frontEnd = thatAnswersAt(address);
    spelling = new Spelling(names(), false);
    streamLoad = new StreamLoad(address, login);
  }

  /**
   * Connects to a cluster.
   *
   * @param address {@code host:port} of a front end's HTTP
   */
  static RealTarget at(String address, Login login) {
    return at(address, login, 1);
  }

  /**
   * Connects to a cluster whose clock runs faster than the wall's.
   *
   * @param speed seconds of its clock in one of the wall's
   */
  static RealTarget at(String address, Login login, int speed) {
    return new RealTarget(address, login, speed);
  }

  /** The line of SHOW FRONTENDS that names this front end, else the master's. */
  private Map<String, String> thatAnswersAt(String address) {
    String httpPort = address.substring(address.lastIndexOf(':') + 1);
    List<Map<String, String>> all = statements.rows("SHOW FRONTENDS");
    return all.stream()
        .filter(line -> line.get("httpport").equals(httpPort) && line.get("host").equals(host))
        .findFirst()
        .or(() -> all.stream().filter(line -> "true".equals(line.get("ismaster"))).findFirst())
        .orElseThrow(() -> new IllegalStateException("SHOW FRONTENDS names no front end"));
  }

  /** The new names if the server takes them: no account may read the configuration for sure. */
  private ChangelogNames names() {
    String database = TableSql.quoted(newDatabase());
    try (SqlDoor mysql = openMysql()) {
      mysql.execute("CREATE DATABASE " + database);
      try {
        mysql.execute(
            "CREATE TABLE "
                + database
                + ".t (k INT) DUPLICATE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES"
                + " (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\")");
        List<List<Object>> shown = mysql.execute("SHOW CREATE TABLE " + database + ".t");
        return shown.toString().contains("changelog.enable")
            ? ChangelogNames.CHANGELOG
            : ChangelogNames.BINLOG;
      } catch (SqlDoor.Refused e) {
        return ChangelogNames.BINLOG;
      } finally {
        mysql.execute("DROP DATABASE " + database + " FORCE");
      }
    }
  }

  @Override
  public String name() {
    return "Doris " + frontEnd.getOrDefault("version", "?") + ", " + spelling.names().word();
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
        String query = "SELECT CURRENT_TSO_PHYSICAL_TIME AS ms FROM information_schema.tso_status";
        return Instant.ofEpochMilli(Long.parseLong(statements.rows(query).get(0).get("ms")));
      }

      @Override
      public void pass(Duration duration) {
        long wait = duration.toNanos() / speed;
        long end = System.nanoTime() + wait;
        for (long left = wait; left > 0; left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }

      @Override
      public boolean manual() {
        return false;
      }
    };
  }

  @Override
  public String newDatabase() {
    databases++;
    return prefix + "_" + databases;
  }

  @Override
  public SqlDoor openMysql() {
    return MysqlDoor.open(host, port("queryport"), login);
  }

  @Override
  public SqlDoor openFlight() {
    return FlightDoor.open(host, port("arrowflightsqlport"), login);
  }

  private int port(String column) {
    return Integer.parseInt(frontEnd.get(column));
  }

  @Override
  public void loadFlexibly(String database, String table, List<JsonNode> rows) {
    streamLoad.flexible(database, table, rows);
  }

  @Override
  public void close() {
    // nothing is kept open between cases
  }
}
