package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.sql.Ddl.ColumnDefinition;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads CREATE TABLE, from behind those two words, and column definitions. */
final class CreateTableParser {
  private static final Set<String> AGGREGATIONS =
      Set.of(
          "SUM",
          "MIN",
          "MAX",
          "REPLACE",
          "REPLACE_IF_NOT_NULL",
          "HLL_UNION",
          "BITMAP_UNION",
          "QUANTILE_UNION",
          "GENERIC");

  private final TokenCursor cursor;

  CreateTableParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  Ddl createTable() {
    boolean ifNotExists = cursor.ifNotExists();
    TableName table = cursor.tableName();
    if (cursor.accept("LIKE")) {
      return new Ddl.CreateTableLike(table, ifNotExists, cursor.tableName());
    }
    List<ColumnDefinition> columns = columns();
    if (cursor.accept("ENGINE")) {
      cursor.acceptSymbol("=");
      cursor.name();
    }
    Optional<Ddl.Model> model = model();
    List<String> keys = List.of();
    if (model.isPresent()) {
      cursor.expect("KEY");
      keys = cursor.listInBrackets(cursor::name);
    }
    List<String> cluster = clusterKeys();
    String comment = comment();
    Optional<Ddl.Partitioning> partitioning = new PartitionParser(cursor).partitioning();
    Optional<Ddl.Distribution> distribution = distribution();
    Map<String, String> properties = cursor.accept("PROPERTIES") ? cursor.properties() : Map.of();
    return new Ddl.CreateTable(
        table,
        ifNotExists,
        columns,
        model,
        keys,
        cluster,
        comment,
        partitioning,
        distribution,
        properties);
  }

  private List<ColumnDefinition> columns() {
    List<ColumnDefinition> columns = new ArrayList<>();
    cursor.expectSymbol("(");
    do {
      if (cursor.accept("INDEX")) {
        new PhysicalDesignParser(cursor).index();
      } else {
        columns.add(column());
      }
    } while (cursor.acceptSymbol(","));
    cursor.expectSymbol(")");
    return columns;
  }

  ColumnDefinition column() {
    String name = cursor.nameOrString();
    DorisType type = new TypeParser(cursor).type();
    boolean key = cursor.accept("KEY");
    Optional<String> aggregation = aggregation();
    boolean nullable = nullability();
    boolean autoIncrement = autoIncrement();
    Optional<Ddl.Default> value = defaultValue();
    if (cursor.accept("ON", "UPDATE", "CURRENT_TIMESTAMP") && cursor.seesSymbol("(")) {
      cursor.listInBrackets(cursor::number);
    }
    return new ColumnDefinition(
        name, type, key, aggregation, nullable, autoIncrement, value, comment());
  }

  private Optional<String> aggregation() {
    return AGGREGATIONS.contains(cursor.peek().upper())
        ? Optional.of(cursor.next().upper())
        : Optional.empty();
  }

  private boolean nullability() {
    if (cursor.accept("NOT", "NULL")) {
      return false;
    }
    cursor.accept("NULL");
    return true;
  }

  private boolean autoIncrement() {
    boolean present = cursor.accept("AUTO_INCREMENT");
    if (present && cursor.seesSymbol("(")) {
      cursor.listInBrackets(cursor::number);
    }
    return present;
  }

  private Optional<Ddl.Default> defaultValue() {
    if (!cursor.accept("DEFAULT")) {
      return Optional.empty();
    }
    if (cursor.accept("NULL")) {
      return Optional.of(new Ddl.Default(null, false));
    }
    if (cursor.sees("CURRENT_TIMESTAMP") || cursor.sees("CURRENT_DATE")) {
      return Optional.of(new Ddl.Default(currentTime(), true));
    }
    String sign = cursor.acceptSymbol("-") ? "-" : "";
    return Optional.of(new Ddl.Default(sign + literal(), false));
  }

  private String literal() {
    Token token = cursor.peek();
    if (token.kind() == Token.Kind.STRING || token.kind() == Token.Kind.NUMBER) {
      return cursor.next().text();
    }
    if (cursor.seesName() || token.isWord("TRUE") || token.isWord("FALSE")) {
      return cursor.next().text();
    }
    int start = cursor.position();
    new ExpressionParser(cursor).expression();
    return cursor.textFrom(start);
  }

  private String currentTime() {
    String word = cursor.next().upper();
    if (!cursor.acceptSymbol("(")) {
      return word;
    }
    String digits = cursor.seesSymbol(")") ? "" : "(" + cursor.number() + ")";
    cursor.expectSymbol(")");
    return word + digits;
  }

  private Optional<Ddl.Model> model() {
    if (cursor.accept("DUPLICATE")) {
      return Optional.of(Ddl.Model.DUPLICATE);
    } else if (cursor.accept("UNIQUE")) {
      return Optional.of(Ddl.Model.UNIQUE);
    }
    return cursor.accept("AGGREGATE") ? Optional.of(Ddl.Model.AGGREGATE) : Optional.empty();
  }

  private List<String> clusterKeys() {
    if (cursor.accept("CLUSTER", "BY") || cursor.accept("ORDER", "BY")) {
      return cursor.listInBrackets(cursor::name);
    }
    return List.of();
  }

  String comment() {
    if (!cursor.accept("COMMENT")) {
      return "";
    }
    cursor.acceptSymbol("=");
    return cursor.string();
  }

  Optional<Ddl.Distribution> distribution() {
    if (!cursor.accept("DISTRIBUTED", "BY")) {
      return Optional.empty();
    }
    List<String> columns = List.of();
    if (!cursor.accept("RANDOM")) {
      cursor.expect("HASH");
      columns = cursor.listInBrackets(cursor::name);
    }
    return Optional.of(new Ddl.Distribution(columns, buckets()));
  }

  private int buckets() {
    if (!cursor.accept("BUCKETS")) {
      return 10;
    }
    return cursor.accept("AUTO") ? 0 : (int) cursor.number();
  }

  /** Behind ADD COLUMN: FIRST, AFTER name, or nothing. */
  @Nullable String after() {
    if (cursor.accept("FIRST")) {
      return "";
    }
    return cursor.accept("AFTER") ? cursor.name() : null;
  }
}
