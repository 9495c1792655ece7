package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.EvaluationContext;
import io.dorischangelog.testserver.internal.sql.TableName;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Table;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement in its session: the time it runs at and the names it may use. */
final class StatementContext {
  static final String INFORMATION_SCHEMA = "information_schema";

  private final Services services;
  private final Session session;
  private final Instant now;
  private long referenceTso = -1;

  StatementContext(Services services, Session session) {
    this.services = services;
    this.session = session;
    this.now = services.catalog().clock().now();
  }

  Services services() {
    return services;
  }

  Catalog catalog() {
    return services.catalog();
  }

  Session session() {
    return session;
  }

  String user() {
    return session.user();
  }

  Instant now() {
    return now;
  }

  SystemVariables variables() {
    return services.variables();
  }

  boolean isOn(String variable) {
    return variables().isOn(session, variable);
  }

  /** The clock's TSO, taken once, when it is first needed. */
  long referenceTso() {
    if (referenceTso < 0) {
      referenceTso = catalog().clock().current();
    }
    return referenceTso;
  }

  /** The TSO below which everything is visible: before the earliest pending transaction. */
  long committedTso() {
    long current = catalog().clock().current();
    return catalog().transactions().pending(allTables(), Long.MAX_VALUE).stream()
        .mapToLong(transaction -> transaction.tso() - 1)
        .min()
        .orElse(current);
  }

  private List<Table> allTables() {
    return catalog().databases().stream().flatMap(db -> catalog().tables(db).stream()).toList();
  }

  ZoneId zone() {
    return TimeZones.zone(variables().value(session, "", SystemVariables.TIME_ZONE));
  }

  EvaluationContext evaluation() {
    return new EvaluationContext(
        now,
        zone(),
        session.database().orElse(null),
        user(),
        session.id(),
        new EvaluationContext.Variables() {
          @Override
          public String system(String scope, String name) {
            return variables().value(session, scope, name);
          }

          @Override
          public @Nullable String user(String name) {
            return session.variable("@" + name).orElse(null);
          }
        });
  }

  /** The database of a name, the current one if it gives none. */
  String database(TableName name) {
    String database = name.database();
    return database != null ? database : session.database().orElseThrow(Errors::noDatabaseInQuery);
  }

  /** The table of a name, with a privilege checked on it. */
  Table table(TableName name, Privilege privilege, String command) {
    String database = database(name);
    check(database, name.table(), privilege, command);
    if (!catalog().hasDatabase(database)) {
      throw Errors.databaseDoesNotExist(database);
    }
    return catalog()
        .find(database, name.table())
        .orElseThrow(() -> Errors.unknownTable(database, name.table()));
  }

  void check(String database, String table, Privilege privilege, String command) {
    if (!services.accounts().check(user(), database, table, privilege)) {
      throw Errors.tableAccessDenied(command, user(), database, table);
    }
  }

  void checkGlobal(Privilege privilege, String words) {
    if (!services.accounts().checkGlobal(user(), privilege)) {
      throw Errors.privilegeNeeded(words);
    }
  }
}
