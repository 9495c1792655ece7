package io.dorischangelog.testserver.internal.mysql;

import io.dorischangelog.testserver.MysqlAuthentication;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for MySQL clients; one thread per connection. Opened with a bound port; clients are
 * served from {@link #start()} on.
 */
public final class MysqlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MysqlServer.class);
  private static final long JOIN_MILLIS = 5_000;

  private final ServerSocket listener;
  private final FrontEndServices services;
  private final MysqlAuthentication authentication;
  private final @Nullable Tls tls;
  private final Set<MysqlConnection> connections = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicLong connectionIds = new AtomicLong(1);
  private volatile boolean closed;

  /**
   * Binds a port of the loopback interface.
   *
   * @param port 0 for a free one
   * @throws UncheckedIOException if the port cannot be had
   */
  public MysqlServer(
      int port, FrontEndServices services, MysqlAuthentication authentication, @Nullable Tls tls) {
    this.tls = tls;
    this.services = services;
    this.authentication = authentication;
    try {
      listener = new ServerSocket();
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException("MySQL port " + port + " cannot be opened", e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public void start() {
    run("doris-mysql-listener-" + port(), this::accept);
  }

  private void accept() {
    while (!closed) {
      try {
        serve(listener.accept());
      } catch (SocketException e) {
        if (!closed) {
          LOG.warn("MySQL port {} stopped listening", port(), e);
        }
        return;
      } catch (IOException e) {
        LOG.debug("A MySQL client was gone before it was accepted", e);
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    MysqlConnection connection =
        new MysqlConnection(connectionIds.getAndIncrement(), socket, services, authentication, tls);
    connections.add(connection);
    if (closed) {
      connection.close();
    }
    run(
        "doris-mysql-" + port() + "-" + connection.id(),
        () -> {
          connection.run();
          connections.remove(connection);
        });
  }

  private void run(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              work.run();
              threads.remove(Thread.currentThread());
            },
            name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Closes the port and all connections, and waits for their threads. */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
    } catch (IOException e) {
      LOG.debug("MySQL port {} did not close cleanly", port(), e);
    }
    connections.forEach(MysqlConnection::close);
    threads.forEach(MysqlServer::end);
  }

  private static void end(Thread thread) {
    thread.interrupt();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
