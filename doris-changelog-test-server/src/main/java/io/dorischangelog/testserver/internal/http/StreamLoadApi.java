package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Privilege;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Transaction;
import io.dorischangelog.testserver.internal.store.Write;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code PUT /api/<database>/<table>/_stream_load}: the one load that SQL cannot express, a
 * flexible partial update, in which every row names its own columns. The rows are JSON objects, in
 * an array or one behind the other; fields that are no columns are left aside. All rows are one
 * transaction. Other kinds of stream load are refused: INSERT does the same. A real front end would
 * send the client on to a back end; this one answers itself.
 */
final class StreamLoadApi {
  private static final String MODE = "unique_key_update_mode";
  private static final String FLEXIBLE = "UPDATE_FLEXIBLE_COLUMNS";

  private final Catalog catalog;
  private final Accounts accounts;
  private final ObjectMapper mapper;

  StreamLoadApi(Catalog catalog, Accounts accounts, ObjectMapper mapper) {
    this.catalog = catalog;
    this.accounts = accounts;
    this.mapper = mapper;
  }

  /** Doris' own answer to a load, which is no envelope. */
  Map<String, Object> answer(ApiRequest request) {
    String given = request.header("label");
    String label = given.isEmpty() ? UUID.randomUUID().toString() : given;
    try {
      return load(request, label);
    } catch (DorisException e) {
      return result(-1, label, "Fail", String.valueOf(e.getMessage()), 0);
    }
  }

  private Map<String, Object> load(ApiRequest request, String label) {
    String database = request.fromEnd(3);
    String name = request.fromEnd(2);
    if (!accounts.check(request.user(), database, name, Privilege.LOAD)) {
      throw DorisException.of(
          "Access denied; user '" + request.user() + "' lacks LOAD on " + database + "." + name);
    }
    if (!request.header(MODE).equalsIgnoreCase(FLEXIBLE)
        || !request.header("format").equalsIgnoreCase("json")) {
      throw DorisException.of(
          "This stand-in loads by HTTP only with the headers 'format: json' and '"
              + (MODE + ": " + FLEXIBLE + "'; use INSERT for everything else"));
    }
    Table table = catalog.table(database, name);
    List<Map<String, @Nullable Object>> rows = rows(table, request.body());
    long id = write(table, label, new Write.FlexiblePartialUpdate(rows));
    return result(id, label, "Success", "OK", rows.size());
  }

  private long write(Table table, String label, Write write) {
    Transaction transaction = catalog.transactions().begin(label, List.of(table));
    try {
      transaction.write(table, write);
    } catch (DorisException e) {
      transaction.abort();
      throw e;
    }
    transaction.commit();
    return transaction.id();
  }

  private List<Map<String, @Nullable Object>> rows(Table table, String body) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    try (var documents = mapper.readerFor(JsonNode.class).<JsonNode>readValues(body)) {
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        if (document.isArray()) {
          document.forEach(row -> rows.add(row(table, row)));
        } else {
          rows.add(row(table, document));
        }
      }
    } catch (IOException e) {
      throw DorisException.of("Parse json data failed: " + e.getMessage());
    }
    return rows;
  }

  private static Map<String, @Nullable Object> row(Table table, JsonNode object) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            field ->
                type(table, field.getKey())
                    .ifPresent(
                        type ->
                            row.put(
                                field.getKey(), Values.cast(plain(field.getValue(), type), type))));
    return row;
  }

  private static Optional<DorisType> type(Table table, String column) {
    int index = table.schema().indexOf(column);
    if (index >= 0) {
      return Optional.of(table.schema().columns().get(index).type());
    } else if (column.equalsIgnoreCase(Write.DELETE_SIGN)) {
      return Optional.of(DorisType.of(Kind.TINYINT));
    }
    return column.equalsIgnoreCase(Write.SEQUENCE) ? table.hiddenSequenceType() : Optional.empty();
  }

  /** Texts, lists and maps of a JSON value, for conversion to a type. */
  private static @Nullable Object plain(JsonNode value, DorisType type) {
    if (value.isNull()) {
      return null;
    } else if (value.isContainerNode() && type.children().isEmpty()) {
      return value.toString();
    } else if (value.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      value.forEach(element -> elements.add(plain(element, type.children().get(0))));
      return elements;
    } else if (value.isObject()) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      DorisType inner = type.children().get(type.children().size() - 1);
      value
          .properties()
          .forEach(field -> fields.put(field.getKey(), plain(field.getValue(), inner)));
      return fields;
    }
    return value.asText();
  }

  private static Map<String, Object> result(
      long transaction, String label, String status, String message, int rows) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("TxnId", transaction);
    result.put("Label", label);
    result.put("Status", status);
    result.put("Message", message);
    result.put("NumberTotalRows", rows);
    result.put("NumberLoadedRows", rows);
    return result;
  }
}
