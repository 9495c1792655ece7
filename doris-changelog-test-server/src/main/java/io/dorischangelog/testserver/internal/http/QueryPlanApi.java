package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.sql.SqlParser;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Partition;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Tablet;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code POST /api/<database>/<table>/_query_plan}: the tablets that a query of a table reads. */
final class QueryPlanApi {
  private static final String NAME = "(?:`([^`]+)`|([\\w$]+))";
  private static final Pattern FROM =
      Pattern.compile("(?is)\\bfrom\\s+" + NAME + "\\s*\\.\\s*" + NAME);

  private final FrontEndServices services;
  private final Catalog catalog;
  private final Topology topology;
  private final ObjectMapper mapper;

  QueryPlanApi(FrontEndServices services, Catalog catalog, Topology topology, ObjectMapper mapper) {
    this.services = services;
    this.catalog = catalog;
    this.topology = topology;
    this.mapper = mapper;
  }

  Envelope answer(ApiRequest request) {
    String database = request.fromEnd(3);
    String table = request.fromEnd(2);
    Session session =
        services.sessions().open(Protocol.HTTP, request.user(), services.node().get());
    try {
      String sql = mapper.readTree(request.body()).path("sql").asText();
      checkTable(sql, database, table);
      checkShape(sql);
      services.engine().execute(session, sql);
      return Envelope.ok(plan(catalog.table(database, table), sql));
    } catch (JsonProcessingException e) {
      return failed(400, "malformed json [ " + request.body() + " ]");
    } catch (DorisException e) {
      return failed(e.code() == 1142 ? 401 : 500, String.valueOf(e.getMessage()));
    } finally {
      services.sessions().close(Protocol.HTTP, session);
    }
  }

  private static Envelope failed(int status, String text) {
    return Envelope.ok(Map.of("status", status, "exception", text));
  }

  private static void checkTable(String sql, String database, String table) {
    if (sql.isBlank()) {
      throw DorisException.of("POST body must contains [sql] root object");
    }
    Matcher from = FROM.matcher(sql);
    if (!from.find()) {
      throw DorisException.of("only support one table");
    }
    String inDatabase = from.group(1) == null ? from.group(2) : from.group(1);
    String inTable = from.group(3) == null ? from.group(4) : from.group(3);
    if (!database.equals(inDatabase) || !table.equals(inTable)) {
      throw DorisException.of(
          "requested database and table must consistent with sql: request [ "
              + database
              + "."
              + table
              + "] and sql ["
              + inDatabase
              + "."
              + inTable
              + "]");
    }
  }

  /** Only columns of one table and a filter can be planned; nothing else is carried out either. */
  private static void checkShape(String sql) {
    boolean scan =
        SqlParser.parse(sql) instanceof Query.Select select
            && select.from().filter(Relation.Named.class::isInstance).isPresent()
            && select.order().isEmpty()
            && select.items().stream().noneMatch(QueryPlanApi::isCall);
    if (!scan) {
      throw DorisException.of(
          "only support single table filter-prune-scan, but found [" + sql + "]");
    }
  }

  private static boolean isCall(Query.Item item) {
    return item instanceof Query.Item.Value value && value.expression() instanceof Expr.Call;
  }

  private Map<String, Object> plan(Table table, String sql) {
    Map<String, Object> tablets = new LinkedHashMap<>();
    for (Partition partition : table.partitions()) {
      for (Tablet tablet : partition.tablets()) {
        tablets.put(Long.toString(tablet.id()), tablet(tablet, partition));
      }
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("status", 200);
    data.put("partitions", tablets);
    data.put(
        "opaqued_query_plan",
        Base64.getEncoder().encodeToString(sql.getBytes(StandardCharsets.UTF_8)));
    return data;
  }

  private Map<String, Object> tablet(Tablet tablet, Partition partition) {
    List<BackEndNode> backEnds = topology.backEnds();
    BackEndNode node = backEnds.get(tablet.backEnd() % backEnds.size());
    return Map.of(
        "routings",
        List.of(node.host() + ":" + node.thriftPort()),
        "version",
        partition.version(),
        "versionHash",
        0,
        "schemaHash",
        0);
  }
}
