package io.dorischangelog.client.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangelogExceptionTest {

  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");
  private static final ErrorContext CONTEXT =
      ErrorContext.of(new TableId("shop", "orders"))
          .withWindow(TEN, TEN.plusSeconds(10))
          .withMode("detail");

  static Stream<ChangelogException> allWithContext() {
    return Stream.of(
        new AccessDeniedException(CONTEXT, "log in as 'reader'", "denied", null),
        new ChangelogExpiredException(CONTEXT, TEN, TEN.plusSeconds(5), Duration.ofDays(1), null),
        new ChangesDiscardedException(CONTEXT, List.of("p1"), TEN, TEN.plusSeconds(1)),
        new IncompatibleTableException(CONTEXT, "no changelog", "ALTER TABLE", null),
        new ReadInterruptedException(CONTEXT, new InterruptedException()),
        new ReaderClosedException(CONTEXT, "closed"),
        new ReaderWokenUpException(CONTEXT),
        new SchemaChangedException(CONTEXT, List.of("name"), "no longer exist"),
        new ServerFailureException(CONTEXT, "planning the window", "boom", null),
        new ServerUnavailableException(
            CONTEXT,
            "No front end answered",
            List.of(new ServerUnavailableException.Attempt("fe1:8030", "refused")),
            null),
        new TransactionRestartedException(CONTEXT, 42),
        new UnreadableValueException(CONTEXT, "born", "DATE", 3, "day 32", null),
        new UnsupportedServerException(CONTEXT, "older than 5.0", List.of("__X__"), null),
        new UnsupportedTypeException(CONTEXT, "state", "AGG_STATE"),
        new WindowNotReadyException(
            CONTEXT, 5101, "ERR_INCR_VISIBLE_WAIT_TIMEOUT", 7, Duration.ofMinutes(5), null));
  }

  @ParameterizedTest
  @MethodSource("allWithContext")
  void everyFailureTellsTableWindowAndMode(ChangelogException failure) {
    assertThat(failure.table()).contains(new TableId("shop", "orders"));
    assertThat(failure.window()).contains("[2026-10-01T10:00:00Z, 2026-10-01T10:00:10Z)");
    assertThat(failure.mode()).contains("detail");
    assertThat(failure)
        .hasMessageEndingWith(
            " (table shop.orders, window [2026-10-01T10:00:00Z, 2026-10-01T10:00:10Z),"
                + " mode detail)");
  }

  @ParameterizedTest
  @MethodSource("allWithContext")
  void everyFailureCanTravelToAnotherProcess(ChangelogException failure)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      ChangelogException copy = (ChangelogException) in.readObject();

      assertThat(copy).hasSameClassAs(failure).hasMessage(failure.getMessage());
      assertThat(copy.table()).isEqualTo(failure.table());
      assertThat(copy.isRetryable()).isEqualTo(failure.isRetryable());
    }
  }

  @Test
  void theFamilyIsClosedAndEveryMemberIsTried() {
    List<Class<?>> members = List.of(ChangelogException.class.getPermittedSubclasses());

    assertThat(members)
        .allMatch(member -> Modifier.isFinal(member.getModifiers()))
        .allMatch(member -> member.getSimpleName().endsWith("Exception"));
    assertThat(allWithContext().map(Object::getClass))
        .hasSize(members.size() - 1)
        .isSubsetOf(members)
        .doesNotContain(OffsetStoreException.class);
  }

  @Test
  void onlyWhatMayHelpToRepeatIsRetryable() {
    assertThat(allWithContext().filter(ChangelogException::isRetryable).map(Object::getClass))
        .containsExactlyInAnyOrder(
            ReadInterruptedException.class,
            ReaderWokenUpException.class,
            ServerUnavailableException.class,
            TransactionRestartedException.class,
            WindowNotReadyException.class);
    assertThat(new OffsetStoreException(Reason.UNAVAILABLE, "lost").isRetryable()).isTrue();
    assertThat(new OffsetStoreException(Reason.DAMAGED, "cut off").isRetryable()).isFalse();
  }

  @Test
  void anExpiredStartTellsAskedEarliestAndRetention() {
    ChangelogExpiredException failure =
        new ChangelogExpiredException(
            ErrorContext.NONE, TEN, TEN.plusSeconds(5), Duration.ofDays(1), null);

    assertThat(failure.askedStart()).isEqualTo(TEN);
    assertThat(failure.earliestSafeStart()).contains(TEN.plusSeconds(5));
    assertThat(failure.ttl()).contains(Duration.ofDays(1));
    assertThat(failure)
        .hasMessageContaining("2026-10-01T10:00:00Z")
        .hasMessageContaining("2026-10-01T10:00:05Z")
        .hasMessageContaining("86400")
        .hasMessageContaining("scan mode 'initial'");
  }

  @Test
  void anUnavailableServerNamesEveryAddressAndWhy() {
    ServerUnavailableException failure =
        new ServerUnavailableException(
            ErrorContext.NONE,
            "No front end answered",
            List.of(
                new ServerUnavailableException.Attempt("fe1:8030", "connection refused"),
                new ServerUnavailableException.Attempt("fe2:8030", "timed out")),
            null);

    assertThat(failure).hasMessageContaining("fe1:8030 - connection refused; fe2:8030 - timed out");
    assertThat(failure.attempts()).hasSize(2);
  }

  @Test
  void nothingIsAppendedWhenNothingIsKnown() {
    assertThat(new ReaderClosedException(ErrorContext.NONE, "The reader is closed"))
        .hasMessage("The reader is closed");
  }
}
