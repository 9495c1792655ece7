package io.dorischangelog.client.internal.server;

import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.error.ServerUnavailableException.Attempt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one place that turns what servers and networks answer into this client's errors. Texts are
 * matched in both spellings of the feature, changelog and binlog; a code sent beside the text
 * decides before the text does.
 */
public final class ServerErrors {
  /** Doris' number for a log-in that is refused. */
  public static final int ACCESS_DENIED = 1045;

  private static final int UNKNOWN_DATABASE = 1049;
  private static final int WINDOW_NOT_READY = 5100;
  private static final int VISIBLE_WAIT_TIMEOUT = 5101;
  private static final Set<Integer> DENIED = Set.of(1044, ACCESS_DENIED, 1142, 1143, 1227);

  private static final Pattern CODE_IN_TEXT = Pattern.compile("errCode = (\\d+)\\b");
  private static final Pattern DETAIL =
      Pattern.compile("(?s).*?(?:errCode = \\d+, )?detailMessage = (.*)");
  private static final Pattern RETRY_AFTER = Pattern.compile("\\bretryAfterMs=(\\d{1,9})\\b");
  private static final Pattern REASON = Pattern.compile("\\breason=([A-Z_]+)\\b");
  private static final Pattern EXPIRED =
      Pattern.compile(
          "(?i)(row binlog|changelog) offset has expired"
              + "|has expired according to (binlog|changelog)\\.ttl_seconds");
  private static final Pattern NOT_ENABLED =
      Pattern.compile("(?i)INCR query requires .*(binlog|changelog).* (enabled )?on base table");
  private static final Pattern FEATURE_OFF =
      Pattern.compile("(?i)enable_feature_(binlog|changelog)");
  private static final Pattern NEEDS_TABLE_KIND =
      Pattern.compile("(?i)MIN_DELTA INCR query requires base table to .*");
  private static final Pattern UNKNOWN_TABLE =
      Pattern.compile(
          "(?i)unknown database|unknown table"
              + "|(table|database) ?\\[?[^]]*]? (does not|doesn't|not) exist");
  private static final Pattern UNKNOWN_COLUMN =
      Pattern.compile("(?i)unknown column|cannot (find|resolve)|can't find column");
  private static final Pattern DENIED_TEXT =
      Pattern.compile("(?i)access denied|permission denied|denied to user|need .* privilege");

  /** What back ends (observed since 1.2) and their memory control say of a query. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile(
          "(?i)MEM_LIMIT_EXCEEDED|MEM_ALLOC_FAILED|memory limit exceeded|memory exceed limit"
              + "|memory tracker limit exceeded|allocator .*check failed"
              + "|process (has no memory available|memory not enough)");

  private static final Pattern OUT_OF_TIME =
      Pattern.compile("(?i)killed by timeout checker|query (is )?time ?-?out|execution timeout");

  /** Texts of shared-nothing servers and of recovering masters; each means: ask again later. */
  private static final Pattern NOT_READY_TEXT =
      Pattern.compile(
          "ERR_INCR_(WINDOW_NOT_READY|VISIBLE_WAIT_TIMEOUT)"
              + "|timeout waiting previous transactions finish for time-based read"
              + "|timeout synchronizing visible versions for time-based read"
              + "|timeout waiting transaction become visible for time-based read"
              + "|timeout waiting follower journal replay for time-based read"
              + "|endTimestamp exceeds the maximum supported time for an INCR read"
              + "|TSO timestamp is not calibrated");

  private ServerErrors() {}

  /** Whether the failure means that the same window can be read later. */
  public static boolean isNotReady(StatementFailure failure) {
    int code = code(failure);
    return code == WINDOW_NOT_READY
        || code == VISIBLE_WAIT_TIMEOUT
        || NOT_READY_TEXT.matcher(failure.text()).find();
  }

  /**
   * Whether a query was more than the server could do, so that a smaller one may succeed.
   *
   * @return the setting that limits it; empty for any other failure
   */
  public static Optional<String> exceededLimit(StatementFailure failure) {
    if (isNotReady(failure)) {
      return Optional.empty();
    }
    if (OUT_OF_MEMORY.matcher(failure.text()).find()) {
      return Optional.of("execMemLimit");
    }
    return OUT_OF_TIME.matcher(failure.text()).find()
        ? Optional.of("queryTimeout")
        : Optional.empty();
  }

  /** The number behind a not-ready answer, or 0 where the server sent text alone. */
  public static int code(StatementFailure failure) {
    if (failure.code() != StatementFailure.NO_CODE) {
      return failure.code();
    }
    Matcher code = CODE_IN_TEXT.matcher(failure.text());
    return code.find() ? Integer.parseInt(code.group(1)) : StatementFailure.NO_CODE;
  }

  /** Name and reason of a not-ready answer, for people. */
  public static String notReadyName(StatementFailure failure) {
    Matcher words = NOT_READY_TEXT.matcher(failure.text());
    String name = words.find() ? words.group() : "error " + code(failure);
    Matcher reason = REASON.matcher(failure.text());
    return reason.find() ? name + ", reason " + reason.group(1) : name;
  }

  /** How long the server asks to wait; empty if it does not, or for no time at all. */
  public static Optional<Duration> retryAfter(StatementFailure failure) {
    Matcher hint = RETRY_AFTER.matcher(failure.text());
    long millis = hint.find() ? Long.parseLong(hint.group(1)) : 0;
    return millis > 0 ? Optional.of(Duration.ofMillis(millis)) : Optional.empty();
  }

  /** Whether the start of the read is older than what the server keeps. */
  public static boolean isExpired(StatementFailure failure) {
    return EXPIRED.matcher(failure.text()).find();
  }

  /** Whether the failure means that there is no table of that name. */
  public static boolean isUnknownTable(StatementFailure failure) {
    return code(failure) == UNKNOWN_DATABASE || UNKNOWN_TABLE.matcher(failure.text()).find();
  }

  /** Whether the statement names a column that the server does not know. */
  public static boolean isUnknownColumn(StatementFailure failure) {
    return UNKNOWN_COLUMN.matcher(failure.text()).find();
  }

  /**
   * The public error for an answer that is neither "not ready" nor "expired".
   *
   * @param what what was tried, as words that follow "to"
   */
  public static ChangelogException translate(
      StatementFailure failure, String what, ErrorContext context) {
    String detail = detail(failure.text());
    if (DENIED.contains(code(failure)) || DENIED_TEXT.matcher(detail).find()) {
      return new AccessDeniedException(context, what, detail, failure);
    }
    Optional<String> remedy = remedy(code(failure), detail, context);
    return remedy.isPresent()
        ? new IncompatibleTableException(context, detail, remedy.get(), failure)
        : new ServerFailureException(context, "trying to " + what, detail, failure);
  }

  private static Optional<String> remedy(int code, String detail, ErrorContext context) {
    if (code == UNKNOWN_DATABASE || UNKNOWN_TABLE.matcher(detail).find()) {
      return Optional.of(
          "check the table setting"
              + (context.table() == null ? "" : " '" + context.table() + "'")
              + " (db.table, upper and lower case differ); if the table was renamed, build a reader"
              + " for its new name");
    }
    if (FEATURE_OFF.matcher(detail).find()) {
      return Optional.of("set enable_feature_changelog = true in fe.conf and restart the FE");
    }
    if (NOT_ENABLED.matcher(detail).find()) {
      return Optional.of(
          "create the table with PROPERTIES (\"changelog.enable\" = \"true\"); it cannot be"
              + " switched on later");
    }
    return NEEDS_TABLE_KIND.matcher(detail).find()
        ? Optional.of(
            "read increment type detail, or use a unique table created with"
                + " \"changelog.need_historical_value\" = \"true\"")
        : Optional.empty();
  }

  /** The public error for servers that cannot be reached. */
  public static ServerUnavailableException unavailable(
      IOException failure, String what, String address, ErrorContext context) {
    String place =
        failure instanceof UnusableLocationException
            ? " at the addresses that the server's plan names"
            : "";
    return new ServerUnavailableException(
        context, "Could not " + what + place, attempts(failure, address), failure);
  }

  private static List<Attempt> attempts(IOException failure, String address) {
    if (failure instanceof NoFrontEndException none) {
      return attempts(none.reasons());
    }
    if (failure instanceof UnusableLocationException unusable) {
      return attempts(unusable.reasons());
    }
    return List.of(new Attempt(address, Reasons.of(failure)));
  }

  private static List<Attempt> attempts(Map<String, String> reasons) {
    return reasons.entrySet().stream().map(e -> new Attempt(e.getKey(), e.getValue())).toList();
  }

  /** Doris' own message, without the frames that its layers put around it. */
  public static String detail(String text) {
    int framed = text.indexOf("error msg: ");
    String inner = framed < 0 ? text : text.substring(framed + "error msg: ".length());
    Matcher detail = DETAIL.matcher(inner);
    return detail.matches() ? detail.group(1) : inner;
  }
}
