package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.AccountCommand;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** CREATE USER, GRANT and their kin; all need GRANT for the whole cluster. */
final class AccountExecutor {
  private final StatementContext context;

  AccountExecutor(StatementContext context) {
    this.context = context;
  }

  Result execute(AccountCommand command) {
    Accounts accounts = context.services().accounts();
    if (command instanceof AccountCommand.ChangeOwnPassword own) {
      accounts.create(context.user(), own.password());
      return Result.Done.OK;
    }
    context.checkGlobal(Privilege.GRANT, "GRANT");
    if (command instanceof AccountCommand.CreateUser create) {
      createUser(accounts, create);
    } else if (command instanceof AccountCommand.DropUser drop) {
      boolean dropped = accounts.drop(drop.user());
      if (!dropped && !drop.ifExists()) {
        throw unknownUser(drop.user());
      }
    } else if (command instanceof AccountCommand.ChangePassword change) {
      if (!accounts.exists(change.user())) {
        throw unknownUser(change.user());
      }
      accounts.create(change.user(), change.password());
    } else if (command instanceof AccountCommand.Grant grant) {
      grant(accounts, grant);
    }
    return Result.Done.OK;
  }

  private static void createUser(Accounts accounts, AccountCommand.CreateUser create) {
    if (!accounts.exists(create.user())) {
      accounts.create(create.user(), create.password());
    } else if (!create.ifNotExists()) {
      throw DorisException.of("User '" + create.user() + "'@'%' already exist");
    }
  }

  private static void grant(Accounts accounts, AccountCommand.Grant grant) {
    Set<Privilege> privileges = privileges(grant.privileges());
    if (grant.revoke()) {
      accounts.revoke(grant.user(), grant.database(), grant.table(), privileges);
    } else {
      accounts.grant(grant.user(), grant.database(), grant.table(), privileges);
    }
  }

  private static Set<Privilege> privileges(List<String> words) {
    Set<Privilege> result = EnumSet.noneOf(Privilege.class);
    for (String word : words) {
      if (word.equals("ALL")) {
        result.addAll(
            EnumSet.complementOf(EnumSet.of(Privilege.NODE, Privilege.GRANT, Privilege.ADMIN)));
      } else {
        result.add(Privilege.parse(word));
      }
    }
    return result;
  }

  private static DorisException unknownUser(String user) {
    return DorisException.of("user '" + user + "'@'%' does not exist");
  }
}
