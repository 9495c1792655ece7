package io.dorischangelog.testserver.internal.eval;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What an expression may know of its statement and session.
 *
 * @param now the statement's time
 * @param zone the session's {@code time_zone}
 * @param database the current database, or null
 * @param user the account
 * @param connectionId number of the session
 * @param variables values of {@code @@x} and {@code @x}
 */
public record EvaluationContext(
    Instant now,
    ZoneId zone,
    @Nullable String database,
    String user,
    long connectionId,
    Variables variables) {

  /** Looks variables up. */
  public interface Variables {

    /**
     * The value of a system variable.
     *
     * @param scope {@code global}, {@code session} or empty
     * @throws io.dorischangelog.testserver.internal.engine.DorisException if there is none
     */
    String system(String scope, String name);

    /** The value of a user variable, null if it was never set. */
    @Nullable String user(String name);
  }
}
