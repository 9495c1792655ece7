package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The server under test. */
interface Target extends AutoCloseable {

  /** Which server, for failure texts. */
  String name();

  Spelling spelling();

  ServerTime time();

  /** A database name for one case, in no use yet. */
  String newDatabase();

  SqlDoor openMysql();

  SqlDoor openFlight();

  /**
   * Loads rows over HTTP in the flexible partial update mode, in one transaction.
   *
   * @param rows objects; their fields are column names
   * @throws SqlDoor.Refused if the load fails
   */
  void loadFlexibly(String database, String table, List<JsonNode> rows);

  @Override
  void close();
}
