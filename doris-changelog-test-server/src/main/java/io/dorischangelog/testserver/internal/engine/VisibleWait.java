package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.WaitFailure;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Transactions;
import io.dorischangelog.testserver.internal.store.TsoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What happens before a statement with {@code @incr} is planned: its end is checked against the
 * clock, then running transactions on its tables are waited for. All relations of a statement share
 * one wait with the largest end.
 */
final class VisibleWait {
  private final StatementContext context;

  VisibleWait(StatementContext context) {
    this.context = context;
  }

  /** Returns once every change that the query may see is visible. */
  void before(List<Relation> relations) {
    List<Table> tables = new ArrayList<>();
    long latestEnd = 0;
    boolean unbounded = false;
    for (Relation relation : relations) {
      Optional<Table> table = incrementalTable(relation);
      if (table.isPresent()) {
        long end = end(table.get(), relation);
        unbounded |= end == Long.MAX_VALUE;
        latestEnd = end == Long.MAX_VALUE ? latestEnd : Math.max(latestEnd, end);
        tables.add(table.get());
      }
    }
    if (!tables.isEmpty()) {
      checkAndWait(tables, latestEnd, unbounded);
    }
  }

  private Optional<Table> incrementalTable(Relation relation) {
    return relation instanceof Relation.Named named
            && named.scan().filter(scan -> scan.kind().equals("incr")).isPresent()
        ? context.catalog().find(context.database(named.name()), named.name().table())
        : Optional.empty();
  }

  private long end(Table table, Relation relation) {
    return ((Relation.Named) relation)
        .scan()
        .map(scan -> new IncrementalRead(context, table).endTso(scan.values()))
        .orElse(Long.MAX_VALUE);
  }

  private void checkAndWait(List<Table> tables, long latestEnd, boolean unbounded) {
    WindowErrors errors = new WindowErrors(context, latestEnd);
    boolean eventual = context.isOn(SystemVariables.EVENTUAL_CHANGE);
    if (eventual && latestEnd == 0) {
      return;
    }
    if (!isMaster() && strikes(WaitFailure.MASTER_UNREACHABLE)) {
      throw errors.masterUnreachable();
    }
    if (!context.services().state().isTsoCalibrated()) {
      throw errors.notCalibrated();
    }
    long current = context.catalog().clock().current();
    if (TsoClock.physical(latestEnd) > TsoClock.physical(current)) {
      throw errors.endAfterCurrent(current);
    }
    if (eventual) {
      return;
    }
    boolean cloud = context.services().settings().deployment() == EngineSettings.Deployment.CLOUD;
    if (cloud && context.services().state().isRecovering()) {
      throw errors.recovering(current);
    }
    try {
      if (cloud && !unbounded) {
        awaitWindow(tables, latestEnd, errors);
      } else {
        awaitEarlier(tables, errors);
      }
      if (!cloud) {
        synchronizeVersions(tables, errors);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.interrupted(e);
    }
  }

  /** Shared storage knows which transactions may still fall below the end. */
  private void awaitWindow(List<Table> tables, long end, WindowErrors errors)
      throws InterruptedException {
    if (!transactions().awaitVisible(tables, end, timeout())) {
      throw errors.visibleWaitTimeout(timeout());
    }
  }

  /** Shared-nothing waits for all that began before, wherever they will fall. */
  private void awaitEarlier(List<Table> tables, WindowErrors errors) throws InterruptedException {
    if (strikes(WaitFailure.WATERMARK_FAILED)) {
      throw errors.watermarkFailed();
    }
    long watermark = transactions().watermark();
    if (strikes(WaitFailure.TRANSACTION_CHECK_FAILED)) {
      throw errors.transactionCheckFailed(watermark, tables);
    }
    if (!transactions().awaitFinished(tables, watermark, timeout())) {
      throw errors.previousTransactionsTimeout(watermark, tables);
    }
  }

  /** Shared-nothing: each table's versions, then a front end that follows catches up. */
  private void synchronizeVersions(List<Table> tables, WindowErrors errors) {
    if (strikes(WaitFailure.VISIBLE_VERSIONS_TIMEOUT)) {
      throw errors.visibleVersionsTimeout(tables.get(0));
    }
    if (!isMaster() && strikes(WaitFailure.JOURNAL_REPLAY_TIMEOUT)) {
      throw errors.journalReplayTimeout();
    }
  }

  private boolean isMaster() {
    return context.session().frontEnd().master();
  }

  private boolean strikes(WaitFailure failure) {
    return context.services().state().fails(failure);
  }

  private Transactions transactions() {
    return context.catalog().transactions();
  }

  private Duration timeout() {
    return Duration.ofMillis(
        context.variables().number(context.session(), SystemVariables.CHANGE_VISIBLE_TIMEOUT));
  }

  /** The relations of a query that the wait looks at. */
  static List<Relation> relations(Query query) {
    if (query instanceof Query.Select select) {
      return select.from().stream().toList();
    } else if (query instanceof Query.UnionAll union) {
      return union.parts().stream().flatMap(part -> part.from().stream()).toList();
    }
    return ((Query.Wide) query).relations().stream().map(Query.Placed::relation).toList();
  }
}
