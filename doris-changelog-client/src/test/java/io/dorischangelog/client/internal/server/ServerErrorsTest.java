package io.dorischangelog.client.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerFailureException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerErrorsTest {
  private static final ErrorContext CONTEXT = ErrorContext.of(TableId.parse("db.t"));

  private static StatementFailure text(String text) {
    return new StatementFailure(StatementFailure.NO_CODE, text);
  }

  @ParameterizedTest
  @CsvSource({"5100", "5101"})
  void theTwoWindowCodesMeanNotReadyWhateverTheText(int code) {
    assertThat(ServerErrors.isNotReady(new StatementFailure(code, "anything"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "errCode = 5101, detailMessage = x",
        "ERR_INCR_VISIBLE_WAIT_TIMEOUT: reason=VISIBLE_WAIT_TIMEOUT",
        "timeout waiting previous transactions finish for time-based read, txnIdWatermark=1",
        "timeout synchronizing visible versions for time-based read, dbId=1 tableId=2",
        "timeout waiting transaction become visible for time-based read, txnId=1",
        "timeout waiting follower journal replay for time-based read, maxJournalId=7",
        "endTimestamp exceeds the maximum supported time for an INCR read: requested=1",
        "TSO timestamp is not calibrated, please check"
      })
  void theKnownTextsMeanNotReady(String text) {
    assertThat(ServerErrors.isNotReady(text(text))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "errCode = 2, detailMessage = syntax error near 't_5101'",
        "errCode = 51010, detailMessage = x",
        "connection refused"
      })
  void aNumberInAnotherPlaceMeansNothing(String text) {
    assertThat(ServerErrors.isNotReady(text(text))).isFalse();
  }

  @Test
  void theServersHintIsUsed() {
    assertThat(ServerErrors.retryAfter(text("x, retryAfterMs=1500, y")))
        .contains(Duration.ofMillis(1500));
    assertThat(ServerErrors.retryAfter(text("x"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Row binlog offset has expired according to binlog.ttl_seconds",
        "Changelog offset has expired according to changelog.ttl_seconds"
      })
  void expiryIsKnownInBothSpellings(String text) {
    assertThat(ServerErrors.isExpired(text("errCode = 2, detailMessage = " + text))).isTrue();
  }

  @Test
  void deniedAccessIsAnErrorOfItsOwn() {
    assertThat(
            ServerErrors.translate(
                new StatementFailure(1045, "Access denied for user 'u'"), "read", CONTEXT))
        .isInstanceOf(AccessDeniedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "errCode = 2, detailMessage = Unknown table 't'",
        "errCode = 2, detailMessage = Table [t] does not exist in database [db].",
        "errCode = 2, detailMessage = INCR query requires ROW binlog enabled on base table",
        "errCode = 2, detailMessage = enable_feature_changelog is false"
      })
  void whatTheTableLacksComesWithARemedy(String text) {
    assertThat(ServerErrors.translate(text(text), "read", CONTEXT))
        .isInstanceOfSatisfying(
            IncompatibleTableException.class, e -> assertThat(e.remedy()).isNotBlank());
  }

  @Test
  void theFramesAroundDorisOwnWordsAreTakenOff() {
    String framed =
        "get flight info statement failed, after executeQueryStatement handleQuery, root cause,"
            + " error code: ERR_UNKNOWN_ERROR, error msg: errCode = 2, detailMessage = No way.";
    assertThat(ServerErrors.translate(text(framed), "read", CONTEXT))
        .isInstanceOfSatisfying(
            ServerFailureException.class, e -> assertThat(e.serverMessage()).isEqualTo("No way."));
  }
}
