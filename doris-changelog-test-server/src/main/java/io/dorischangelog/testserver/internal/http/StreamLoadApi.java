package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Privilege;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stream load: {@code PUT /api/<database>/<table>/_stream_load}, and the second phase of {@code
 * two_phase_commit}. Answered by the front end itself; a real one redirects to a back end.
 */
final class StreamLoadApi {
  private final Catalog catalog;
  private final Accounts accounts;
  private final ObjectMapper mapper;
  private final Map<Long, Transaction> preCommitted = new ConcurrentHashMap<>();
  private final Set<String> labels = ConcurrentHashMap.newKeySet();

  StreamLoadApi(Catalog catalog, Accounts accounts, ObjectMapper mapper) {
    this.catalog = catalog;
    this.accounts = accounts;
    this.mapper = mapper;
  }

  Map<String, Object> load(ApiRequest request) {
    String label = request.header("label", UUID.randomUUID().toString());
    if (!labels.add(label)) {
      return answer(
          -1,
          label,
          "Label Already Exists",
          "Label [" + label + "] has already been used.",
          0,
          request);
    }
    try {
      return load(request, label);
    } catch (DorisException e) {
      labels.remove(label);
      return answer(-1, label, "Fail", String.valueOf(e.getMessage()), 0, request);
    }
  }

  private Map<String, Object> load(ApiRequest request, String label) {
    String database = request.fromEnd(3);
    String tableName = request.fromEnd(2);
    if (!accounts.check(request.user(), database, tableName, Privilege.LOAD)) {
      throw DorisException.of(
          "Access denied; user '"
              + request.user()
              + "' lacks LOAD on "
              + database
              + "."
              + tableName);
    }
    Table table = catalog.table(database, tableName);
    List<Map<String, @Nullable Object>> rows =
        new LoadRows(request, mapper).read(new LoadWrite(request, table, mapper).columns());
    Transaction transaction = catalog.transactions().begin(label, List.of(table));
    try {
      transaction.write(table, new LoadWrite(request, table, mapper).of(rows));
    } catch (DorisException e) {
      transaction.abort();
      throw e;
    }
    if (twoPhases(request)) {
      preCommitted.put(transaction.id(), transaction);
    } else {
      transaction.commit();
    }
    return answer(transaction.id(), label, "Success", "OK", rows.size(), request);
  }

  private static boolean twoPhases(ApiRequest request) {
    return Boolean.parseBoolean(request.header("two_phase_commit", "false"));
  }

  private static Map<String, Object> answer(
      long id, String label, String status, String message, int rows, ApiRequest request) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("TxnId", id);
    answer.put("Label", label);
    answer.put("Comment", "");
    answer.put("TwoPhaseCommit", Boolean.toString(twoPhases(request)));
    answer.put("Status", status);
    answer.put("Message", message);
    answer.put("NumberTotalRows", rows);
    answer.put("NumberLoadedRows", rows);
    answer.put("NumberFilteredRows", 0);
    answer.put("NumberUnselectedRows", 0);
    answer.put("LoadBytes", request.body().getBytes(StandardCharsets.UTF_8).length);
    answer.put("LoadTimeMs", 0);
    return answer;
  }

  /** The second phase: {@code txn_id} and {@code txn_operation} say what to do. */
  Map<String, Object> finish(ApiRequest request) {
    String id = request.header("txn_id", "");
    String operation = request.header("txn_operation", "");
    Transaction transaction = id.matches("\\d{1,18}") ? preCommitted.get(Long.valueOf(id)) : null;
    boolean commit = operation.equals("commit");
    if (transaction == null || (!commit && !operation.equals("abort"))) {
      return Map.of(
          "status",
          "ANALYSIS_ERROR",
          "msg",
          "TStatus: errCode = 2, detailMessage = transaction [" + id + "] not found");
    }
    preCommitted.remove(transaction.id());
    if (commit) {
      transaction.commit();
    } else {
      transaction.abort();
      labels.remove(transaction.label());
    }
    return Map.of(
        "status", "Success", "msg", "transaction [" + id + "] " + operation + " successfully.");
  }
}
