package io.dorischangelog.testserver;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Threads that belong to the JVM or to a library as a whole, so that no test can end them. The
 * names are complete and per thread: a pool of one's own with a similar name is not meant.
 */
final class SharedThreads {
  private static final List<Pattern> NAMES =
      List.of(
          // the JDK's own
          exactly("Common-Cleaner"),
          exactly("process reaper( \\(.*\\))?"),
          exactly("Attach Listener"),
          exactly("Keep-Alive-(Timer|SocketCleaner)"),
          exactly("ForkJoinPool\\.commonPool-worker-\\d+"),
          // workers of a JDK HttpClient idle for a minute; its selector thread is what is judged
          exactly("HttpClient-\\d+-Worker-\\d+"),
          // JUnit's watcher of @Timeout
          exactly("junit-(jupiter-)?timeout-(thread-)?watcher"),
          // gRPC's shared resources: end by themselves a second after the last channel
          exactly("grpc-default-executor-\\d+"),
          exactly("grpc-(default|nio)-(boss|worker)-ELG-\\d+-\\d+"),
          exactly("grpc-timer-\\d+"),
          exactly("grpc-shared-destroyer-\\d+"),
          // netty's and Connector/J's, one of each in a JVM
          exactly("globalEventExecutor-\\d+-\\d+"),
          exactly("ObjectCleanerThread"),
          exactly("mysql-cj-abandoned-connection-cleanup"));

  private SharedThreads() {}

  static boolean contains(Thread thread) {
    return NAMES.stream().anyMatch(name -> name.matcher(thread.getName()).matches());
  }

  private static Pattern exactly(String name) {
    return Pattern.compile(name);
  }
}
