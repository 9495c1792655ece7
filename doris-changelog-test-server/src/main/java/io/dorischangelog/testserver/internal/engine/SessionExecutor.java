package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Scope;
import io.dorischangelog.testserver.internal.sql.SessionCommand;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.Locale;

/** USE, SET and the words of transactions. */
final class SessionExecutor {
  private final StatementContext context;

  SessionExecutor(StatementContext context) {
    this.context = context;
  }

  Result execute(SessionCommand command) {
    if (command instanceof SessionCommand.Use use) {
      use(use.database());
    } else if (command instanceof SessionCommand.Set set) {
      set.assignments().forEach(this::assign);
    } else if (command instanceof SessionCommand.Begin) {
      return new WriteTransactions(context).begin();
    } else if (command instanceof SessionCommand.Commit) {
      return new WriteTransactions(context).commit();
    } else if (command instanceof SessionCommand.Rollback) {
      return new WriteTransactions(context).rollback();
    } else if (command instanceof SessionCommand.Unset unset) {
      unset(unset.name());
    } else if (command instanceof SessionCommand.Kill kill) {
      throw new DorisException(
          1094, "HY000", "ERR_NO_SUCH_THREAD", "Unknown thread id: " + kill.id());
    }
    return Result.Done.OK;
  }

  private void use(String database) {
    boolean system = database.equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA);
    if (!system && !context.catalog().hasDatabase(database)) {
      throw Errors.unknownDatabase(database);
    }
    if (!system && !context.services().accounts().sees(context.user(), database)) {
      throw Errors.databaseAccessDenied(context.user(), database);
    }
    context.session().use(system ? StatementContext.INFORMATION_SCHEMA : database);
  }

  private void assign(SessionCommand.Assignment assignment) {
    Bound bound = new Binder(Scope.EMPTY, context.evaluation()).bind(assignment.value());
    Object value = bound.value(new Object[0]);
    String text = value == null ? "" : String.valueOf(Values.format(value, bound.type()));
    switch (assignment.scope()) {
      case USER -> context.session().set("@" + assignment.name(), text);
      case GLOBAL -> {
        context.checkGlobal(Privilege.ADMIN, "ADMIN");
        context.variables().setGlobal(assignment.name(), text);
      }
      case SESSION -> context.variables().set(context.session(), assignment.name(), text);
    }
  }

  private void unset(String name) {
    if (!name.isEmpty()) {
      context.variables().set(context.session(), name.toLowerCase(Locale.ROOT), "default");
    }
  }
}
