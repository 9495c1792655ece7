package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.internal.server.FrontEnds;
import io.dorischangelog.client.internal.server.NoFrontEndException;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.UnusableLocationException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has gone wrong with connections while one thing was asked for, and whether to ask again: on
 * a new session where one was lost, and as often as the options say, after pauses, where the
 * connection broke. For one thread.
 */
final class ConnectionFaults {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionFaults.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  private final StreamSupport support;
  private final Supplier<ErrorContext> context;
  private int inARow;
  private boolean loggedInAgain;
  private Duration pause = FIRST_PAUSE;

  /**
   * @param context what is asked for, for the log
   */
  ConnectionFaults(StreamSupport support, Supplier<ErrorContext> context) {
    this.support = support;
    this.context = context;
  }

  /**
   * The session was lost.
   *
   * @param progressed whether rows came before that
   * @return whether to ask again; false if a fresh session was lost as well
   */
  boolean mayLogInAgain(SessionLostException lost, boolean progressed) {
    if (loggedInAgain && !progressed) {
      return false;
    }
    loggedInAgain = true;
    support.cluster().sessions().dropIdle();
    LOG.info("session lost while reading {}; logging in again", context.get());
    support.events().retrying(1, lost);
    return true;
  }

  /**
   * The connection broke; waits before it returns true.
   *
   * @param progressed whether rows came before that
   * @return whether to ask again; false if it has happened too often, or cannot pass by itself
   */
  boolean mayTryAgain(IOException broken, boolean progressed) throws InterruptedException {
    inARow = progressed ? 1 : inARow + 1;
    pause = progressed ? FIRST_PAUSE : pause;
    if (isLasting(broken) || inARow > support.retries()) {
      return false;
    }
    LOG.info("connection broke ({}); fault {} in a row", broken.getMessage(), inARow);
    support.events().retrying(inARow, broken);
    Thread.sleep(pause.toMillis());
    pause = FrontEnds.longer(pause);
    return true;
  }

  /** What was asked for came; the next question has the same number of attempts. */
  void passed() {
    inARow = 0;
  }

  /** Front ends were asked in rounds already; a useless address stays useless. */
  private static boolean isLasting(IOException e) {
    return e instanceof NoFrontEndException
        || (e instanceof UnusableLocationException useless && !useless.isWorthRepeating());
  }
}
