package io.dorischangelog.testserver.internal.http;

import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Privilege;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code GET /api/<database>/<table>/_schema}: the visible columns with primitive type names. */
final class SchemaApi {
  private final Catalog catalog;
  private final Accounts accounts;

  SchemaApi(Catalog catalog, Accounts accounts) {
    this.catalog = catalog;
    this.accounts = accounts;
  }

  Envelope answer(ApiRequest request) {
    String database = request.fromEnd(3);
    String tableName = request.fromEnd(2);
    if (!accounts.check(request.user(), database, tableName, Privilege.SELECT)) {
      return Envelope.ok(
          Map.of("status", 401, "exception", denied(request.user(), database, tableName)));
    }
    try {
      return Envelope.ok(describe(catalog.table(database, tableName)));
    } catch (DorisException e) {
      return Envelope.error("errCode = 2, detailMessage = " + e.getMessage());
    }
  }

  static String denied(String user, String database, String table) {
    return "Access denied; user '"
        + user
        + "'@'127.0.0.1' lacks SELECT on table "
        + database
        + "."
        + table;
  }

  private static Map<String, Object> describe(Table table) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("status", 200);
    data.put("tableType", "OLAP");
    data.put("keysType", keysType(table.keys().model()));
    List<Map<String, String>> properties =
        table.schema().columns().stream().map(column -> property(column, table)).toList();
    data.put("properties", properties);
    return data;
  }

  private static String keysType(KeyModel model) {
    return switch (model) {
      case UNIQUE -> "UNIQUE_KEYS";
      case DUPLICATE -> "DUP_KEYS";
      case AGGREGATE -> "AGG_KEYS";
    };
  }

  private static Map<String, String> property(Column column, Table table) {
    Map<String, String> property = new LinkedHashMap<>();
    property.put("name", column.name());
    property.put("type", primitiveName(column.type()));
    property.put("comment", column.definition().comment());
    if (column.type().kind() == DorisType.Kind.DECIMAL) {
      property.put("precision", Integer.toString(column.type().length()));
      property.put("scale", Integer.toString(column.type().scale()));
    }
    String valueAggregation = table.mergeOnWrite() ? "NONE" : "REPLACE";
    boolean unique = table.keys().model() == KeyModel.UNIQUE;
    String aggregation = unique ? valueAggregation : "NONE";
    property.put("aggregation_type", column.key() ? "" : aggregation);
    return property;
  }

  private static String primitiveName(DorisType type) {
    return switch (type.kind()) {
      case DATE -> "DATEV2";
      case DATETIME -> "DATETIMEV2";
      case TIME -> "TIMEV2";
      case NULL -> "NULL_TYPE";
      case DECIMAL -> decimalName(type.length());
      default -> type.kind().name();
    };
  }

  private static String decimalName(int precision) {
    if (precision <= 9) {
      return "DECIMAL32";
    }
    if (precision <= 18) {
      return "DECIMAL64";
    }
    return precision <= 38 ? "DECIMAL128" : "DECIMAL256";
  }
}
