package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Alteration;
import io.dorischangelog.testserver.internal.sql.Ddl;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** ALTER TABLE, clause by clause. */
final class AlterExecutor {
  private final StatementContext context;

  AlterExecutor(StatementContext context) {
    this.context = context;
  }

  void execute(Ddl.AlterTable alter) {
    Table table = context.table(alter.table(), Privilege.ALTER, "ALTER");
    for (Alteration alteration : alter.alterations()) {
      columnsOrProperties(table, alteration);
    }
  }

  private void columnsOrProperties(Table table, Alteration alteration) {
    if (alteration instanceof Alteration.AddColumn add) {
      String after = add.first() ? "" : add.after().orElse(null);
      table.addColumns(List.of(TableDefinitions.column(add.column())), after);
    } else if (alteration instanceof Alteration.DropColumn drop) {
      table.dropColumn(drop.name());
    } else if (alteration instanceof Alteration.RenameColumn rename) {
      table.renameColumn(rename.name(), rename.newName());
    } else if (alteration instanceof Alteration.SetProperties set) {
      refuseBelowDatabase(table, set.properties());
      table.setProperties(set.properties());
    } else if (alteration instanceof Alteration.ModifyColumn modify) {
      table.modifyColumn(TableDefinitions.column(modify.column()), modify.after().orElse(null));
    } else if (alteration instanceof Alteration.OrderColumns order) {
      table.orderColumns(order.columns());
    } else {
      partitionsOrNames(table, alteration);
    }
  }

  /** A database that logs statements for another cluster lets no table leave that log. */
  private void refuseBelowDatabase(Table table, Map<String, String> changed) {
    Map<String, String> inherited = context.catalog().databaseProperties(table.database());
    boolean replicated =
        "true".equalsIgnoreCase(inherited.get("binlog.enable"))
            && !"ROW".equals(inherited.get("binlog.format"));
    if (replicated && "false".equalsIgnoreCase(changed.get("binlog.enable"))) {
      throw DorisException.of("db binlog is enable, but table binlog is disable");
    }
  }

  private void partitionsOrNames(Table table, Alteration alteration) {
    Catalog catalog = context.catalog();
    if (alteration instanceof Alteration.AddPartition add) {
      addPartition(table, add);
    } else if (alteration instanceof Alteration.DropPartition drop) {
      dropPartition(table, drop);
    } else if (alteration instanceof Alteration.ReplacePartition replace) {
      table.replacePartitions(replace.partitions(), replace.temporary());
    } else if (alteration instanceof Alteration.RenamePartition rename) {
      table.renamePartition(rename.name(), rename.newName());
    } else if (alteration instanceof Alteration.Rename rename) {
      catalog.renameTable(table.database(), table.name(), rename.newName());
    } else if (alteration instanceof Alteration.ReplaceWithTable replace) {
      catalog.replaceTable(table.database(), table.name(), replace.other(), replace.swap());
    } else {
      words(table, alteration);
    }
  }

  private static void words(Table table, Alteration alteration) {
    if (alteration instanceof Alteration.ModifyComment modify) {
      table.comment(modify.comment());
    } else if (alteration instanceof Alteration.ModifyColumnComment modify) {
      table.columnComment(modify.column(), modify.comment());
    } else if (alteration instanceof Alteration.BuildIndex) {
      table.refuseSchemaChangeWithLog();
    } else if (alteration instanceof Alteration.EnableFeature enable) {
      enable(table, enable);
    }
  }

  private static void enable(Table table, Alteration.EnableFeature enable) {
    switch (enable.feature().toUpperCase(Locale.ROOT)) {
      case "UPDATE_FLEXIBLE_COLUMNS" ->
          table.setProperties(Map.of("enable_unique_key_skip_bitmap_column", "true"));
      case "SEQUENCE_LOAD" -> table.enableSequence(enable.properties());
      case "BATCH_DELETE" -> {} // unique tables have had it from the start
      default -> throw DorisException.of("unknown feature name: " + enable.feature());
    }
  }

  private static void addPartition(Table table, Alteration.AddPartition add) {
    boolean exists =
        table.partitions().stream().anyMatch(p -> p.name().equals(add.partition().name()));
    if (exists && add.ifNotExists() && !add.temporary()) {
      return;
    } else if (add.temporary()) {
      table.addTemporaryPartition(TableDefinitions.partition(add.partition()));
    } else {
      table.addPartition(TableDefinitions.partition(add.partition()));
    }
  }

  private static void dropPartition(Table table, Alteration.DropPartition drop) {
    if (drop.temporary()) {
      throw DorisException.of("DROP TEMPORARY PARTITION is not supported by this stand-in");
    }
    table.dropPartition(drop.name(), drop.ifExists());
  }
}
