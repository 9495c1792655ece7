package io.dorischangelog.testserver;

/** The door by which a call came in. */
public enum Protocol {
  /** HTTP of a front end. */
  HTTP,
  /** MySQL protocol of a front end. */
  MYSQL,
  /** Arrow Flight SQL of a front end: log-in, planning, statements it answers itself. */
  FLIGHT_FRONT_END,
  /** Arrow Flight of a back end: the rows of queries. */
  FLIGHT_BACK_END
}
