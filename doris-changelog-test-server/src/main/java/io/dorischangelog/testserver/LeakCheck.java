package io.dorischangelog.testserver;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A JUnit 5 extension that fails a test which leaves something behind:
 *
 * <ul>
 *   <li>a live thread that started during the test, other than the shared threads of the JVM,
 *       JUnit, gRPC, netty and Connector/J;
 *   <li>Arrow memory, whichever allocator it came from (of {@code arrow-memory-netty}; buffers up
 *       to 16 MiB are seen only with Java assertions enabled, as build tools do for tests);
 *   <li>a {@link DorisTestServer} started during the test, or a Flight session opened during the
 *       test on a server that still runs;
 *   <li>an exception that ended a thread during the test.
 * </ul>
 *
 * <p>What ends a moment later is no leak: the check waits up to five seconds for it. In that time
 * it also runs the garbage collector while the selector thread of a {@code
 * java.net.http.HttpClient} is left, because before Java 21 such a client cannot be closed and ends
 * only when it is collected.
 *
 * <p>Threads of a server that was already running when the test began are the server's business and
 * are not counted. The extension looks at the whole JVM, so it is not for tests that run in
 * parallel. Register it before other extensions ({@code @ExtendWith(LeakCheck.class)} at the top of
 * the class), so that it looks after they have cleaned up.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);
  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(5);

  private final Duration grace;

  /** A check that waits up to five seconds for what is about to end. */
  public LeakCheck() {
    this(DEFAULT_GRACE);
  }

  private LeakCheck(Duration grace) {
    this.grace = grace;
  }

  /**
   * A check with another patience, for {@code @RegisterExtension}.
   *
   * @param grace how long to wait for what is about to end; zero judges at once
   */
  public static LeakCheck waitingAtMost(Duration grace) {
    return new LeakCheck(grace);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(NAMESPACE).put(Leaks.class, Leaks.watch());
  }

  /**
   * Judges the test.
   *
   * @throws AssertionError naming everything that was left
   */
  @Override
  public void afterEach(ExtensionContext context) {
    Leaks leaks = context.getStore(NAMESPACE).remove(Leaks.class, Leaks.class);
    Objects.requireNonNull(leaks, "afterEach without beforeEach").check(grace);
  }
}
