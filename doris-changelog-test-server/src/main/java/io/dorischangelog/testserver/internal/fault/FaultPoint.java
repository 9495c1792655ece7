package io.dorischangelog.testserver.internal.fault;

/** Where a call can be made to fail. */
public enum FaultPoint {
  /** A log-in over Flight. */
  FLIGHT_LOGIN,
  /** A log-in over the MySQL protocol. */
  MYSQL_LOGIN,
  /** GetFlightInfo of a statement, before it is executed. */
  PLAN,
  /** DoGet on a back end or of a front end's result. */
  FETCH,
  /** CloseSession, and the calls for session options. */
  SESSION_CALL,
  /** A statement over the MySQL protocol. */
  MYSQL_STATEMENT,
  /** Any HTTP call. */
  HTTP
}
