package io.dorischangelog.client.offset;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;

/** Turns failures of a database into those of a store. */
final class SqlFailures {

  /** Classes of SQLSTATE that no repetition cures: data, authorisation, catalog, schema, syntax. */
  private static final Set<String> LASTING = Set.of("0A", "22", "28", "3D", "3F", "42");

  /** Doris answers most refusals with SQLSTATE HY000 and says why in the text only. */
  private static final Pattern MISSING =
      Pattern.compile("does not exist|unknown (database|table|column)", Pattern.CASE_INSENSITIVE);

  private static final Pattern NO_TLS =
      Pattern.compile(
          "SSL connection required, but not (supported|provided)", Pattern.CASE_INSENSITIVE);

  private SqlFailures() {}

  /**
   * A store's failure.
   *
   * @param what what could not be done, as a sentence without a full stop
   * @param remedy what to do about it if it is not passing, as a sentence without a full stop
   */
  static OffsetStoreException of(String what, String remedy, TableId table, SQLException failure) {
    boolean lasting = isLasting(failure) || isHandshake(failure);
    return new OffsetStoreException(
        lasting ? Reason.MISCONFIGURED : Reason.UNAVAILABLE,
        what
            + ": "
            + text(failure).replaceFirst("\\.$", "")
            + (lasting ? ". " + remedy : ". Nothing is known to be written; it may pass"),
        table,
        failure);
  }

  /** Whether server and client could not agree on TLS, which no repetition cures. */
  private static boolean isHandshake(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLHandshakeException || cause instanceof CertificateException) {
        return true;
      }
    }
    return NO_TLS.matcher(text(failure)).find();
  }

  /** Whether the connection broke, so that it is not known what the server did. */
  static boolean isConnection(SQLException failure) {
    return failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLRecoverableException
        || state(failure).startsWith("08");
  }

  private static boolean isLasting(SQLException failure) {
    if (isConnection(failure) || failure instanceof SQLTransientException) {
      return isDenied(failure);
    }
    String state = state(failure);
    return isDenied(failure)
        || MISSING.matcher(text(failure)).find()
        || (state.length() >= 2 && LASTING.contains(state.substring(0, 2)));
  }

  private static boolean isDenied(SQLException failure) {
    return state(failure).startsWith("28")
        || text(failure).toLowerCase(Locale.ROOT).contains("denied");
  }

  static boolean isDuplicateKey(SQLException failure) {
    return state(failure).startsWith("23");
  }

  private static String text(SQLException failure) {
    return String.valueOf(failure.getMessage());
  }

  private static String state(SQLException failure) {
    String state = failure.getSQLState();
    return state == null ? "" : state;
  }
}
