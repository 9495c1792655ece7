package io.dorischangelog.testserver.internal.engine;

/**
 * One front end as SHOW FRONTENDS shows it.
 *
 * @param name internal name such as {@code fe_1}
 * @param host address it advertises
 * @param httpPort HTTP
 * @param queryPort MySQL protocol
 * @param flightPort Arrow Flight SQL, -1 when off
 * @param master whether it is the master
 */
public record FrontEndNode(
    String name, String host, int httpPort, int queryPort, int flightPort, boolean master) {}
