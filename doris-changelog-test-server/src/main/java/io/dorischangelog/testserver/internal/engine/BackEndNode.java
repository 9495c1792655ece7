package io.dorischangelog.testserver.internal.engine;

/**
 * One back end as SHOW BACKENDS shows it.
 *
 * @param id number by which tablets name it
 * @param host address it advertises
 * @param thriftPort the port that {@code _query_plan} routings name (nobody listens there)
 * @param flightPort Arrow Flight SQL
 */
public record BackEndNode(long id, String host, int thriftPort, int flightPort) {}
