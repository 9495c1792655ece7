package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Ddl;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.store.ColumnDefault;
import io.dorischangelog.testserver.internal.store.ColumnDefinition;
import io.dorischangelog.testserver.internal.store.Distribution;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.PartitionDefinition;
import io.dorischangelog.testserver.internal.store.PartitionItem;
import io.dorischangelog.testserver.internal.store.Partitioning;
import io.dorischangelog.testserver.internal.store.TableDefinition;
import io.dorischangelog.testserver.internal.store.TableKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns parsed definitions into those of the store, with the choices that Doris makes itself. */
final class TableDefinitions {
  private static final int DEFAULT_BUCKETS = 10;
  private static final int MOST_CHOSEN_KEYS = 3;

  private TableDefinitions() {}

  static TableDefinition table(Ddl.CreateTable create) {
    List<ColumnDefinition> columns =
        create.columns().stream().map(TableDefinitions::column).toList();
    return new TableDefinition(
        columns,
        keys(create),
        create.partitioning().map(TableDefinitions::partitioning).orElse(Partitioning.NONE),
        create
            .distribution()
            .map(TableDefinitions::distribution)
            .orElse(Distribution.random(DEFAULT_BUCKETS)),
        create.properties(),
        create.comment());
  }

  static ColumnDefinition column(Ddl.ColumnDefinition column) {
    ColumnDefault value =
        column
            .defaultValue()
            .map(given -> new ColumnDefault(given.text(), given.now()))
            .orElse(null);
    return new ColumnDefinition(
        column.name(),
        column.type(),
        column.nullable(),
        value,
        column.comment(),
        column.autoIncrement());
  }

  private static TableKeys keys(Ddl.CreateTable create) {
    if (create.model().isPresent()) {
      KeyModel model = KeyModel.valueOf(create.model().get().name());
      return new TableKeys(model, create.keys(), create.clusterKeys());
    }
    List<String> marked =
        create.columns().stream().filter(Ddl.ColumnDefinition::key).map(c -> c.name()).toList();
    boolean aggregate = create.columns().stream().anyMatch(c -> c.aggregation().isPresent());
    List<String> keys = marked.isEmpty() ? chosenKeys(create.columns()) : marked;
    return new TableKeys(
        aggregate ? KeyModel.AGGREGATE : KeyModel.DUPLICATE, keys, create.clusterKeys());
  }

  /** Without a key clause the leading columns become the sort key, a text as the last of them. */
  private static List<String> chosenKeys(List<Ddl.ColumnDefinition> columns) {
    List<String> keys = new ArrayList<>();
    for (Ddl.ColumnDefinition column : columns) {
      boolean fits =
          switch (column.type().kind()) {
            case FLOAT,
                DOUBLE,
                STRING,
                JSON,
                VARIANT,
                ARRAY,
                MAP,
                STRUCT,
                BITMAP,
                HLL,
                QUANTILE_STATE,
                VARBINARY,
                TIME,
                NULL ->
                false;
            default -> true;
          };
      if (!fits || keys.size() == MOST_CHOSEN_KEYS) {
        break;
      }
      keys.add(column.name());
      if (column.type().sql().startsWith("varchar")) {
        break;
      }
    }
    return keys;
  }

  private static Distribution distribution(Ddl.Distribution distribution) {
    int buckets = distribution.buckets() == 0 ? DEFAULT_BUCKETS : distribution.buckets();
    return new Distribution(distribution.columns(), buckets);
  }

  private static Partitioning partitioning(Ddl.Partitioning partitioning) {
    List<String> columns = new ArrayList<>();
    String unit = partitioning.auto() ? "list" : "";
    for (Expr key : partitioning.keys()) {
      if (key instanceof Expr.Column column) {
        columns.add(column.name());
      } else if (key instanceof Expr.Call call && call.name().equals("DATE_TRUNC")) {
        columns.add(((Expr.Column) call.arguments().get(0)).name());
        unit = text(call.arguments().get(1)).toLowerCase(Locale.ROOT);
      } else {
        throw DorisException.of("partition expr must be a column or date_trunc(column, 'unit')");
      }
    }
    return new Partitioning(
        partitioning.list() ? Partitioning.Kind.LIST : Partitioning.Kind.RANGE,
        columns,
        unit,
        partitioning.values().stream().map(TableDefinitions::partition).toList());
  }

  static PartitionDefinition partition(Ddl.PartitionValues values) {
    PartitionItem item;
    if (values instanceof Ddl.PartitionValues.LessThan lessThan) {
      item = new PartitionItem.LessThan(bounds(lessThan.upper()));
    } else if (values instanceof Ddl.PartitionValues.Between between) {
      item = new PartitionItem.Range(bounds(between.lower()), bounds(between.upper()));
    } else {
      List<List<@Nullable String>> tuples = new ArrayList<>();
      for (List<Expr> tuple : ((Ddl.PartitionValues.In) values).values()) {
        List<@Nullable String> texts = new ArrayList<>();
        tuple.forEach(value -> texts.add(textOrNull(value).orElse(null)));
        tuples.add(texts);
      }
      item = new PartitionItem.In(tuples);
    }
    return new PartitionDefinition(values.name(), item);
  }

  private static List<String> bounds(List<@Nullable Expr> exprs) {
    List<String> result = new ArrayList<>();
    for (Expr expr : exprs) {
      result.add(expr == null ? PartitionItem.MAX : text(expr));
    }
    return result;
  }

  private static String text(Expr expr) {
    return textOrNull(expr)
        .orElseThrow(() -> DorisException.of("partition values must be literals"));
  }

  private static Optional<String> textOrNull(Expr expr) {
    if (expr instanceof Expr.Literal literal) {
      return Optional.ofNullable(literal.value()).map(Object::toString);
    } else if (expr instanceof Expr.Cast cast) {
      return textOrNull(cast.operand());
    }
    throw DorisException.of("partition values must be literals");
  }
}
