package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP port of a front end. Opened with a bound port; calls are answered from {@link #start()}
 * on.
 */
public final class HttpFrontEnd implements AutoCloseable {
  private static final long TERMINATION_SECONDS = 5;
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  static {
    // The JDK's server sends head and content in two packets; without this the second one waits
    // for the acknowledgement of the first, which takes 40 ms. It is read once in a JVM.
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
  }

  private final HttpServer server;
  private final ExecutorService executor;

  /**
   * Binds a port of the loopback interface.
   *
   * @param port 0 for a free one
   * @throws UncheckedIOException if the port cannot be had
   */
  public HttpFrontEnd(
      int port, FrontEndServices services, Catalog catalog, Topology topology, @Nullable Tls tls) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      server = tls == null ? HttpServer.create(address, 0) : secure(address, tls);
    } catch (IOException e) {
      throw new UncheckedIOException("HTTP port " + port + " cannot be opened", e);
    }
    executor =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "doris-http-" + port());
              thread.setDaemon(true);
              return thread;
            });
    ObjectMapper mapper = new ObjectMapper();
    Router router =
        new Router(
            new TsoApi(services, catalog.clock(), topology),
            new BootstrapApi(services),
            new SchemaApi(catalog, services.accounts()),
            new QueryPlanApi(services, catalog, topology, mapper),
            new StatementApi(services, mapper),
            new StreamLoadApi(catalog, services.accounts(), mapper));
    server.createContext("/", new ApiHandler(services, router, mapper));
    server.setExecutor(executor);
  }

  private static HttpServer secure(InetSocketAddress address, Tls tls) throws IOException {
    HttpsServer server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls.context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            parameters.setSSLParameters(tls.parameters());
          }
        });
    return server;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public void start() {
    server.start();
  }

  /** Closes the port and all connections; calls under way are interrupted. */
  @Override
  public void close() {
    executor.shutdownNow();
    server.stop(0);
    try {
      executor.awaitTermination(TERMINATION_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
