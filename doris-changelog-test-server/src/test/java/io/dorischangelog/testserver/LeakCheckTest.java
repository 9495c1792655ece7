package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs small test classes of their own and looks at how they end. */
final class LeakCheckTest {

  @Test
  void aCleanTestPasses() {
    assertThat(failuresOf(Clean.class)).isEmpty();
  }

  @Test
  void aLiveThreadFailsTheTestByNameAndStack() {
    CountDownLatch done = new CountDownLatch(1);
    LeavesThread.done = done;
    List<Throwable> failures = failuresOf(LeavesThread.class);
    done.countDown();
    assertThat(failures).singleElement(messages()).contains("\"left-behind\"", "await");
  }

  @Test
  void arrowMemoryFailsTheTestByItsSize() {
    List<Throwable> failures = failuresOf(LeavesBuffer.class);
    LeavesBuffer.free();
    assertThat(failures).singleElement(messages()).contains("8192 bytes of Arrow memory");
  }

  @Test
  void anUncaughtExceptionFailsTheTest() {
    List<Throwable> failures = failuresOf(ThrowsElsewhere.class);
    assertThat(failures).singleElement(messages()).contains("IllegalStateException: elsewhere");
    assertThat(failures.get(0).getSuppressed()).hasSize(1);
  }

  @Test
  void theUncaughtExceptionHandlerIsPutBack() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    failuresOf(ThrowsElsewhere.class);
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
  }

  private static org.assertj.core.api.InstanceOfAssertFactory<
          Throwable, org.assertj.core.api.AbstractStringAssert<?>>
      messages() {
    return new org.assertj.core.api.InstanceOfAssertFactory<>(
        Throwable.class, failure -> assertThat(failure.getMessage()));
  }

  private static List<Throwable> failuresOf(Class<?> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    assertThat(listener.getSummary().getTestsStartedCount()).isPositive();
    List<Throwable> failures = new ArrayList<>();
    listener.getSummary().getFailures().forEach(failure -> failures.add(failure.getException()));
    return failures;
  }

  @ExtendWith(LeakCheck.class)
  static final class Clean {
    @Test
    void everythingIsGivenBack() throws Exception {
      try (BufferAllocator allocator = new RootAllocator();
          ArrowBuf buffer = allocator.buffer(8192)) {
        buffer.setZero(0, 8192);
      }
      Thread thread = new Thread(() -> {}, "short");
      thread.start();
      thread.join();
    }

    @Test
    void anHttpClientIsCollectedBeforeItIsJudged() throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest nowhere = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
      assertThat(client.sendAsync(nowhere, BodyHandlers.discarding()).handle((a, b) -> b).get())
          .isInstanceOf(Exception.class);
    }
  }

  static final class LeavesThread {
    @RegisterExtension
    static final LeakCheck CHECK = LeakCheck.waitingAtMost(Duration.ofMillis(50));

    static CountDownLatch done = new CountDownLatch(0);

    @Test
    void leaves() {
      CountDownLatch latch = done;
      Thread thread =
          new Thread(
              () -> {
                try {
                  latch.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "left-behind");
      thread.start();
    }
  }

  static final class LeavesBuffer {
    @RegisterExtension
    static final LeakCheck CHECK = LeakCheck.waitingAtMost(Duration.ofMillis(50));

    private static final BufferAllocator ALLOCATOR = new RootAllocator();
    private static final List<ArrowBuf> LEFT = new ArrayList<>();

    @Test
    void leaves() {
      LEFT.add(ALLOCATOR.buffer(8192));
    }

    static void free() {
      LEFT.forEach(ArrowBuf::close);
      LEFT.clear();
    }
  }

  @ExtendWith(LeakCheck.class)
  static final class ThrowsElsewhere {
    @Test
    void throwsElsewhere() throws InterruptedException {
      Thread thread =
          new Thread(
              () -> {
                throw new IllegalStateException("elsewhere");
              });
      thread.start();
      thread.join();
    }
  }
}
