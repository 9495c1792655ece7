package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;

/** What CREATE TABLE and ADD COLUMN refuse because of the change log. */
final class TableCheck {
  private TableCheck() {}

  static void create(TableDefinition definition, TableOptions options, ChangelogTexts texts) {
    KeyModel model = definition.keys().model();
    if (options.log().enabled()) {
      checkModel(definition, options, texts);
      definition.columns().forEach(column -> columnAllowedWithLog(column, texts));
    }
    if (model == KeyModel.AGGREGATE) {
      throw DorisException.of("AGGREGATE KEY tables are not part of this server");
    }
  }

  private static void checkModel(
      TableDefinition definition, TableOptions options, ChangelogTexts texts) {
    KeyModel model = definition.keys().model();
    boolean fits =
        model == KeyModel.DUPLICATE || (model == KeyModel.UNIQUE && options.mergeOnWrite());
    if (!fits) {
      throw texts.wrongModel();
    }
    if (!definition.keys().clusterColumns().isEmpty()) {
      throw texts.clusterKeys();
    }
    if (model == KeyModel.DUPLICATE && options.log().history()) {
      throw ChangelogTexts.duplicateHistory();
    }
  }

  static void addedColumnAllowedWithLog(ColumnDefinition column, ChangelogTexts texts) {
    if (column.type().kind() == DorisType.Kind.VARIANT) {
      throw texts.addedVariantColumn(column.name());
    }
    columnAllowedWithLog(column, texts);
  }

  static void columnAllowedWithLog(ColumnDefinition column, ChangelogTexts texts) {
    if (column.type().kind() == DorisType.Kind.VARIANT) {
      throw texts.variantColumn();
    }
    if (column.autoIncrement()) {
      throw texts.autoIncrementColumn();
    }
  }
}
