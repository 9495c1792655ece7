package io.dorischangelog.testserver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was there when a test began, and what is there too much when it has ended. */
final class Leaks {
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Pattern HTTP_SELECTOR = Pattern.compile("HttpClient-\\d+-SelectorManager");
  private static final Pattern SERVER_THREAD = Pattern.compile("doris-(http|mysql|flight)-.+");

  private final Set<Thread> threads = liveThreads().collect(Collectors.toSet());
  private final Map<DorisTestServer, Integer> sessions = new HashMap<>();
  private final long arrowBytes = ArrowMemory.bytesHeld();
  private final UncaughtExceptions uncaught = UncaughtExceptions.install();

  private Leaks() {
    RunningServers.all().forEach(server -> sessions.put(server, flightSessions(server)));
  }

  static Leaks watch() {
    return new Leaks();
  }

  /**
   * Waits for what is about to end, then throws if anything is left.
   *
   * @param grace the longest wait
   * @throws AssertionError naming everything that was left
   */
  void check(Duration grace) {
    List<String> left = left();
    long deadline = System.nanoTime() + grace.toNanos();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      if (newThreads().anyMatch(Leaks::isHttpSelector)) {
        System.gc();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      left = left();
    }
    report(left, uncaught.uninstall());
  }

  private static void report(List<String> left, List<Throwable> thrown) {
    List<String> lines = new ArrayList<>(left);
    thrown.forEach(cause -> lines.add("a thread ended with an uncaught exception: " + cause));
    if (lines.isEmpty()) {
      return;
    }
    AssertionError error =
        new AssertionError("The test left something behind:\n- " + String.join("\n- ", lines));
    thrown.forEach(error::addSuppressed);
    throw error;
  }

  private List<String> left() {
    List<String> left = new ArrayList<>();
    newThreads().map(Leaks::describe).forEach(left::add);
    long bytes = ArrowMemory.bytesHeld() - arrowBytes;
    if (bytes > 0) {
      left.add(bytes + " bytes of Arrow memory are held that were free before the test");
    }
    for (DorisTestServer server : RunningServers.all()) {
      Integer before = sessions.get(server);
      int now = flightSessions(server);
      if (before == null) {
        left.add("a DorisTestServer at " + server.httpAddress() + " was started and not closed");
      } else if (now > before) {
        left.add((now - before) + " Flight sessions are open at " + server.httpAddress());
      }
    }
    return left;
  }

  private Stream<Thread> newThreads() {
    boolean ownServer = RunningServers.all().stream().anyMatch(sessions::containsKey);
    return liveThreads()
        .filter(thread -> !threads.contains(thread))
        .filter(thread -> !SharedThreads.contains(thread))
        .filter(thread -> !(ownServer && SERVER_THREAD.matcher(thread.getName()).matches()));
  }

  private static Stream<Thread> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream();
  }

  private static boolean isHttpSelector(Thread thread) {
    return HTTP_SELECTOR.matcher(thread.getName()).matches();
  }

  private static String describe(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(frame -> "\n      at " + frame)
        .collect(Collectors.joining("", "thread \"" + thread.getName() + "\" is still alive", ""));
  }

  private static int flightSessions(DorisTestServer server) {
    return server.calls().openSessions(Protocol.FLIGHT_FRONT_END);
  }
}
