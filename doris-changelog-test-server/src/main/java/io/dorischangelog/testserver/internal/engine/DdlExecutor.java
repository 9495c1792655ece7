package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.sql.Ddl;
import io.dorischangelog.testserver.internal.sql.TableName;
import io.dorischangelog.testserver.internal.store.Table;

/** CREATE, DROP and TRUNCATE. */
final class DdlExecutor {
  private final StatementContext context;

  DdlExecutor(StatementContext context) {
    this.context = context;
  }

  Result execute(Ddl ddl) {
    if (ddl instanceof Ddl.CreateTable create) {
      createTable(create);
    } else if (ddl instanceof Ddl.CreateTableLike like) {
      createTableLike(like);
    } else if (ddl instanceof Ddl.DropTable drop) {
      dropTable(drop);
    } else if (ddl instanceof Ddl.Truncate truncate) {
      context.table(truncate.table(), Privilege.LOAD, "LOAD").truncate(truncate.partitions());
    } else if (ddl instanceof Ddl.AlterTable alter) {
      new AlterExecutor(context).execute(alter);
    } else {
      databaseOrView(ddl);
    }
    return Result.Done.OK;
  }

  private void databaseOrView(Ddl ddl) {
    if (ddl instanceof Ddl.CreateDatabase create) {
      checkDatabase(create.name(), Privilege.CREATE);
      refuseReserved(create.name());
      context.catalog().createDatabase(create.name(), create.ifNotExists(), create.properties());
    } else if (ddl instanceof Ddl.DropDatabase drop) {
      dropDatabase(drop);
    } else if (ddl instanceof Ddl.AlterDatabase alter) {
      checkDatabase(alter.name(), Privilege.ALTER);
      context.catalog().setDatabaseProperties(alter.name(), alter.properties());
    } else if (ddl instanceof Ddl.CreateView create) {
      createView(create);
    } else if (ddl instanceof Ddl.AlterView alter) {
      alterView(alter);
    } else if (ddl instanceof Ddl.CreateStream create) {
      String database = databaseFor(create.stream(), Privilege.CREATE);
      throw new StreamRefusal(context).of(create, database);
    } else if (ddl instanceof Ddl.DropStream drop && !drop.ifExists()) {
      throw Errors.unknownTable(databaseFor(drop.stream(), Privilege.DROP), drop.stream().table());
    }
  }

  private static void refuseReserved(String database) {
    if (database.equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA)) {
      throw DorisException.of("Can't create database '" + database + "'; database exists");
    }
  }

  private void dropDatabase(Ddl.DropDatabase drop) {
    checkDatabase(drop.name(), Privilege.DROP);
    context.catalog().dropDatabase(drop.name(), drop.ifExists());
    context.services().views().removeAll(drop.name());
  }

  private void createTable(Ddl.CreateTable create) {
    String database = databaseFor(create.table(), Privilege.CREATE);
    ChangelogNames names = context.services().settings().names();
    boolean withLog =
        Boolean.parseBoolean(create.properties().getOrDefault(names.word() + ".enable", "false"));
    if (withLog && !context.services().settings().changelogEnabled()) {
      throw ChangelogTexts.creationDisabled(names);
    }
    context
        .catalog()
        .createTable(
            database, create.table().table(), create.ifNotExists(), TableDefinitions.table(create));
  }

  private void createTableLike(Ddl.CreateTableLike like) {
    String database = databaseFor(like.table(), Privilege.CREATE);
    Table source = context.table(like.source(), Privilege.SELECT, "SELECT");
    context.catalog().createTableLike(database, like.table().table(), like.ifNotExists(), source);
  }

  private void createView(Ddl.CreateView create) {
    String database = databaseFor(create.view(), Privilege.CREATE);
    String name = create.view().table();
    boolean exists =
        context.catalog().find(database, name).isPresent()
            || context.services().views().find(database, name).isPresent();
    if (exists && create.ifNotExists()) {
      return;
    } else if (exists && !create.orReplace()) {
      throw DorisException.of("Table '" + name + "' already exists");
    }
    context.services().views().put(database, create);
  }

  private void alterView(Ddl.AlterView alter) {
    String database = databaseFor(alter.view(), Privilege.ALTER);
    Views views = context.services().views();
    if (views.find(database, alter.view().table()).isEmpty()) {
      throw Errors.unknownTable(database, alter.view().table());
    }
    views.put(
        database, new Ddl.CreateView(alter.view(), false, true, alter.columns(), alter.query()));
  }

  private void dropTable(Ddl.DropTable drop) {
    String database = databaseFor(drop.table(), Privilege.DROP);
    String name = drop.table().table();
    if (drop.view()) {
      boolean removed = context.services().views().remove(database, name);
      if (!removed && !drop.ifExists()) {
        throw DorisException.of("Unknown table '" + name + "' in " + database);
      }
    } else {
      context.catalog().dropTable(database, name, drop.ifExists());
    }
  }

  private String databaseFor(TableName table, Privilege privilege) {
    String given = table.database();
    String database =
        given != null
            ? given
            : context.session().database().orElseThrow(Errors::noDatabaseSelected);
    if (!context.catalog().hasDatabase(database)) {
      throw Errors.unknownDatabase(database);
    }
    if (!context.services().accounts().check(context.user(), database, table.table(), privilege)) {
      throw Errors.tableAccessDenied(privilege.name(), context.user(), database, table.table());
    }
    return database;
  }

  private void checkDatabase(String database, Privilege privilege) {
    if (!context.services().accounts().check(context.user(), database, Accounts.ANY, privilege)) {
      throw Errors.databaseAccessDenied(context.user(), database);
    }
  }
}
