package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TsoClock;
import java.time.Duration;
import java.util.List;

/**
 * Refusals of a window that is not ready, in the words of the deployment. A front end that is not
 * the master puts its own words before the master's, except where the error has a code of its own.
 */
final class WindowErrors {
  private static final long RETRY_AFTER_MILLIS = 1000;

  private final StatementContext context;
  private final long endTso;

  WindowErrors(StatementContext context, long endTso) {
    this.context = context;
    this.endTso = endTso;
  }

  DorisException notCalibrated() {
    return plain("TSO timestamp is not calibrated, please check");
  }

  DorisException recovering(long currentTso) {
    return coded(5100, "ERR_INCR_WINDOW_NOT_READY", "TSO_RECOVERING", currentTso, 0);
  }

  DorisException endAfterCurrent(long currentTso) {
    if (isCloud()) {
      return coded(5100, "ERR_INCR_WINDOW_NOT_READY", "END_AFTER_CURRENT_TSO", currentTso, 0);
    }
    return plain(
        "endTimestamp exceeds the maximum supported time for an INCR read:"
            + " requestedEndTimestampMs="
            + TsoClock.physical(endTso)
            + ", CURRENT_TSO_PHYSICAL_TIME="
            + TsoClock.physical(currentTso));
  }

  DorisException visibleWaitTimeout(Duration timeout) {
    return coded(
        5101,
        "ERR_INCR_VISIBLE_WAIT_TIMEOUT",
        "VISIBLE_WAIT_TIMEOUT",
        context.catalog().clock().current(),
        timeout.toMillis());
  }

  DorisException previousTransactionsTimeout(long watermark, List<Table> tables) {
    return plain(
        "timeout waiting previous transactions finish for time-based read, "
            + transactions(watermark, tables));
  }

  DorisException watermarkFailed() {
    return plain("get transaction id watermark failed for time-based read");
  }

  DorisException transactionCheckFailed(long watermark, List<Table> tables) {
    return plain(
        "check previous transactions failed for time-based read, "
            + transactions(watermark, tables));
  }

  DorisException visibleVersionsTimeout(Table table) {
    return plain(
        "timeout synchronizing visible versions for time-based read, dbId="
            + databaseId(table)
            + " tableId="
            + table.id());
  }

  /** The front end's own words: it has the master's answer, but not its journal yet. */
  DorisException journalReplayTimeout() {
    return DorisException.of(
        "timeout waiting follower journal replay for time-based read, maxJournalId="
            + context.catalog().transactions().watermark());
  }

  /** The front end's own words: it has not reached the master. */
  DorisException masterUnreachable() {
    return DorisException.of("failed to get master FE client for time-based read");
  }

  private String transactions(long watermark, List<Table> tables) {
    return "txnIdWatermark="
        + watermark
        + " dbId="
        + databaseId(tables.get(0))
        + " tableIds="
        + tables.stream().map(Table::id).toList();
  }

  private long databaseId(Table table) {
    return context.services().databaseId(table.database());
  }

  DorisException interrupted(InterruptedException cause) {
    return new DorisException(
        1105,
        "HY000",
        "ERR_UNKNOWN_ERROR",
        "interrupted while waiting previous transactions finish for time-based read",
        cause);
  }

  private DorisException plain(String text) {
    boolean master = context.session().frontEnd().master();
    return DorisException.of(
        master ? text : "acquire time-based read fence from master FE failed: " + text);
  }

  private DorisException coded(
      int code, String name, String reason, long currentTso, long timeoutMillis) {
    long committed = context.committedTso();
    return new DorisException(
        code,
        "HY000",
        name,
        name
            + ": reason="
            + reason
            + ", requestedEndTimestampMs="
            + TsoClock.physical(endTso)
            + ", currentTSO="
            + currentTso
            + ", currentTSOPhysicalTimeMs="
            + TsoClock.physical(currentTso)
            + ", committedTSO="
            + committed
            + ", committedTSOPhysicalTimeMs="
            + TsoClock.physical(committed)
            + ", retryAfterMs="
            + RETRY_AFTER_MILLIS
            + ", timeoutMs="
            + timeoutMillis);
  }

  private boolean isCloud() {
    return context.services().settings().deployment() == EngineSettings.Deployment.CLOUD;
  }
}
