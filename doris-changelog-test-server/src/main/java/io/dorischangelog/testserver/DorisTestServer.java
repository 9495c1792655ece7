package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.store.GeneratedChanges;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for a Doris cluster inside this JVM: the HTTP, MySQL and Arrow Flight SQL ports of its
 * front ends and the Flight port of its back ends, all on the loopback interface, over one
 * in-memory store. The account {@code root} with an empty password exists from the start.
 *
 * <p>A server takes milliseconds to start and holds a few threads, so a test can have one of its
 * own. All methods are thread-safe. Whoever started a server closes it; {@link #close()} ends every
 * connection, call, thread and buffer of it.
 *
 * <p>The JVM needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}, because Arrow does.
 */
public final class DorisTestServer implements AutoCloseable {
  private final Cluster cluster;
  private final Faults faults;

  DorisTestServer(Cluster cluster) {
    this.cluster = cluster;
    this.faults = new Faults(cluster.faults());
    RunningServers.add(this);
  }

  /** Starts a server with one front end and one back end on free ports, on the system clock. */
  public static DorisTestServer start() {
    return builder().start();
  }

  /** Begins to describe a server. */
  public static DorisTestServerBuilder builder() {
    return new DorisTestServerBuilder();
  }

  /**
   * Where the first front end answers HTTP, as {@code 127.0.0.1:port}: the value for an option like
   * {@code fenodes}.
   */
  public String httpAddress() {
    return httpAddresses().get(0);
  }

  /** Where all front ends answer HTTP, the master first. */
  public List<String> httpAddresses() {
    return cluster.httpAddresses();
  }

  /** JDBC URL of the first front end, without a database. */
  public String jdbcUrl() {
    return "jdbc:mysql://127.0.0.1:" + mysqlPort() + "/";
  }

  /** MySQL port of the first front end. */
  public int mysqlPort() {
    return cluster.node(0).queryPort();
  }

  /** Arrow Flight SQL port of the first front end. */
  public int flightPort() {
    return cluster.node(0).flightPort();
  }

  /** Arrow Flight port of the first back end. */
  public int backEndFlightPort() {
    return cluster.backEndFlightPort();
  }

  /**
   * Runs one statement as {@code root}, in a session of its own and without a network.
   *
   * @param sql one statement; tables are named with their database
   * @return the rows, none for a statement without a result. A value has the class that fits its
   *     type: {@link Boolean}, {@link Byte}, {@link Short}, {@link Integer}, {@link Long}, {@link
   *     java.math.BigInteger} (LARGEINT, IPV6), {@link java.math.BigDecimal}, {@link
   *     java.time.LocalDate}, {@link java.time.LocalDateTime}, {@link java.time.Instant}, {@link
   *     java.time.Duration} (TIME), {@link String}, {@code byte[]}, {@link List} (ARRAY, STRUCT) or
   *     {@link java.util.Map}; null is null
   * @throws StatementFailedException if the server refuses the statement or fails it
   */
  public List<List<@Nullable Object>> execute(String sql) {
    return cluster.execute(sql);
  }

  /** The clock by which the server stamps commits. */
  public InstantSource clock() {
    return cluster.clock();
  }

  /** The calls received so far and the sessions they opened. */
  public ServerCalls calls() {
    return cluster.calls();
  }

  /** Orders faults for calls to come. */
  public Faults faults() {
    return faults;
  }

  /**
   * Opens a transaction, so that reads of its tables wait for it as they wait for a running load.
   *
   * @param tables as {@code database.table}
   */
  public OpenTransaction openTransaction(String... tables) {
    return cluster.openTransaction(tables);
  }

  /**
   * Adds inserts to a table with the change log that are computed when they are read and never
   * stored, for load tests: any number of rows takes no memory.
   *
   * @param table as {@code database.table}; its first key column is INT, BIGINT, LARGEINT or text
   * @param rows number of rows, at least 1
   * @param seed the values follow from it and the number of the row alone
   * @param rowsPerTransaction rows that share one commit, at least 1
   * @param spread time over which the commits lie, evenly, ending now
   * @throws IllegalArgumentException if the table has them already, a column's type cannot be
   *     generated, or another commit lies inside the spread
   */
  public void generateChanges(
      String table, long rows, long seed, int rowsPerTransaction, Duration spread) {
    cluster.generateChanges(table, new GeneratedChanges(rows, seed, rowsPerTransaction, spread));
  }

  /** From now on writes commit but stay not visible, until {@link #releaseVisibility()}. */
  public void holdVisibility() {
    cluster.holdVisibility();
  }

  /** Ends {@link #holdVisibility()}: everything that was committed meanwhile becomes visible. */
  public void releaseVisibility() {
    cluster.releaseVisibility();
  }

  /**
   * Whether the master's commit clock is ready, as it is from the start. While it is not, every
   * {@code @incr} read is refused with {@code TSO timestamp is not calibrated} and {@code GET
   * /api/tso} with code 403.
   */
  public void setTsoCalibrated(boolean calibrated) {
    cluster.state().tsoCalibrated(calibrated);
  }

  /**
   * Whether a new master still recovers its commit clock; not from the start. While it does, {@link
   * Deployment#CLOUD} refuses every {@code @incr} read with error 5100, reason {@code
   * TSO_RECOVERING}; shared-nothing has no such state and is not affected.
   */
  public void setTsoRecovering(boolean recovering) {
    cluster.state().recovering(recovering);
  }

  /**
   * Lets the next {@code @incr} reads that it can befall fail while they make sure that their
   * window is visible. Reads that do not get so far, or for which the front end is not the right
   * one, do not count. Several kinds can be set at a time.
   *
   * @param times number of reads; 0 takes it back
   */
  public void failWaits(WaitFailure failure, int times) {
    Objects.requireNonNull(failure, "failure");
    if (times < 0) {
      throw new IllegalArgumentException("times must not be negative, but was " + times);
    }
    cluster.state().failWaits(failure, times);
  }

  /** A front end, to be taken down and up; 0 is the master. */
  public ServerNode frontEnd(int index) {
    return cluster.frontEnd(index);
  }

  /** A back end, to be taken down and up. */
  public ServerNode backEnd(int index) {
    return cluster.backEnd(index);
  }

  /** Ends everything, in a few seconds at most. A second call does nothing. */
  @Override
  public void close() {
    RunningServers.remove(this);
    cluster.close();
  }
}
