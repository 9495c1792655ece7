package io.dorischangelog.testserver.internal.engine;

import java.util.Collection;

/** Doris' refusals that have a number of their own, and the texts used in several places. */
final class Errors {
  private Errors() {}

  static DorisException unknownDatabase(String database) {
    return new DorisException(
        1049, "42000", "ERR_BAD_DB_ERROR", "Unknown database '" + database + "'");
  }

  static DorisException databaseDoesNotExist(String database) {
    return DorisException.of("Database [" + database + "] does not exist.");
  }

  static DorisException unknownTable(String database, String table) {
    return DorisException.of(
        "Table [" + table + "] does not exist in database [" + database + "].");
  }

  static DorisException noDatabaseInQuery() {
    return DorisException.of("Current database is not set.");
  }

  static DorisException noDatabaseSelected() {
    return new DorisException(1046, "3D000", "ERR_NO_DB_ERROR", "No database selected");
  }

  static DorisException unknownVariable(String name, Collection<String> similar) {
    return new DorisException(
        1193,
        "HY000",
        "ERR_UNKNOWN_SYSTEM_VARIABLE",
        "Unknown system variable '"
            + name
            + "', the similar variables are {"
            + String.join(", ", similar)
            + "}");
  }

  static DorisException wrongVariableValue(String name, String value) {
    return new DorisException(
        1231,
        "42000",
        "ERR_WRONG_VALUE_FOR_VAR",
        "Variable '" + name + "' can't be set to the value of '" + value + "'");
  }

  static DorisException wrongVariableType(String name) {
    return new DorisException(
        1232,
        "42000",
        "ERR_WRONG_TYPE_FOR_VAR",
        "Incorrect argument type to variable '" + name + "'");
  }

  static DorisException unknownTimeZone(String zone) {
    return new DorisException(
        1298, "HY000", "ERR_UNKNOWN_TIME_ZONE", "Unknown or incorrect time zone: '" + zone + "'");
  }

  static DorisException databaseAccessDenied(String user, String database) {
    return new DorisException(
        1044,
        "42000",
        "ERR_DBACCESS_DENIED_ERROR",
        "Access denied for user '" + user + "'@'%' to database '" + database + "'");
  }

  static DorisException tableAccessDenied(
      String command, String user, String database, String table) {
    return new DorisException(
        1142,
        "42000",
        "ERR_TABLEACCESS_DENIED_ERROR",
        command
            + " command denied to user '"
            + user
            + "'@'%' for table '"
            + database
            + ": "
            + table
            + "'");
  }

  static DorisException privilegeNeeded(String privileges) {
    return new DorisException(
        1227,
        "42000",
        "ERR_SPECIFIC_ACCESS_DENIED_ERROR",
        "Access denied; you need (at least one of) the ("
            + privileges
            + ") privilege(s) for this operation");
  }
}
