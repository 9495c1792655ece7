package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.TlsFiles;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/** An open Flight port with the threads and memory that belong to it. */
final class FlightPort implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long TERMINATION_SECONDS = 5;
  private static final long IDLE_SECONDS = 60;

  private final FlightServer server;
  private final Resources resources;

  private FlightPort(FlightServer server, Resources resources) {
    this.server = server;
    this.resources = resources;
  }

  /** Threads and memory; made first, because producers need them. */
  static final class Resources {
    private final BufferAllocator allocator = new RootAllocator();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ExecutorService executor;
    private final OwnEventLoops eventLoops;

    Resources(String name) {
      eventLoops = new OwnEventLoops(name);
      executor =
          new ThreadPoolExecutor(
              0,
              Integer.MAX_VALUE,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              named(name),
              // Only what comes after the end is discarded: its connection is broken already.
              new ThreadPoolExecutor.DiscardPolicy());
    }

    private ThreadFactory named(String name) {
      AtomicInteger count = new AtomicInteger();
      return work -> {
        Thread thread =
            new Thread(
                () -> {
                  work.run();
                  threads.remove(Thread.currentThread());
                },
                name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
      };
    }

    BufferAllocator allocator() {
      return allocator;
    }

    void run(Runnable work) {
      executor.execute(work);
    }

    /** Wakes whatever waits in a call, so that it ends. */
    private void interrupt() {
      threads.forEach(Thread::interrupt);
    }

    private void close() throws InterruptedException {
      executor.shutdownNow();
      executor.awaitTermination(TERMINATION_SECONDS, TimeUnit.SECONDS);
      eventLoops.end();
      allocator.close();
    }
  }

  /**
   * Opens a port of the loopback interface.
   *
   * @param port 0 for a free one
   * @throws UncheckedIOException if the port cannot be had
   */
  static FlightPort open(
      int port,
      FlightProducer producer,
      Resources resources,
      @Nullable Tls tls,
      UnaryOperator<FlightServer.Builder> settings) {
    Location location =
        tls == null
            ? Location.forGrpcInsecure(LOOPBACK, port)
            : Location.forGrpcTls(LOOPBACK, port);
    FlightServer.Builder builder =
        FlightServer.builder(resources.allocator, location, producer).executor(resources.executor);
    resources.eventLoops.use(builder);
    try {
      if (tls != null) {
        secure(builder, tls.files());
      }
      return new FlightPort(settings.apply(builder).build().start(), resources);
    } catch (IOException e) {
      throw new UncheckedIOException("Flight port " + port + " cannot be opened", e);
    }
  }

  private static void secure(FlightServer.Builder builder, TlsFiles files) throws IOException {
    builder.useTls(files.certificate().toFile(), files.key().toFile());
    if (files.clientCa().isPresent()) {
      builder.useMTlsClientVerification(files.clientCa().get().toFile());
    }
  }

  int port() {
    return server.getPort();
  }

  /** Ends all calls, closes the port and frees its threads and memory. */
  @Override
  public void close() {
    try {
      server.shutdown();
      resources.eventLoops.breakConnections();
      resources.interrupt();
      server.close();
      resources.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
