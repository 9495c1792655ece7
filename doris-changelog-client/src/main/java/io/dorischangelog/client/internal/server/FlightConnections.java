package io.dorischangelog.client.internal.server;

import io.dorischangelog.client.internal.tls.TlsMaterial;
import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Opens Flight connections and keeps one per back end. Thread-safe.
 *
 * <p>Channels are built by hand for two things that Arrow's own builder lacks: pings that find a
 * dead peer while a query is silent, and an end that does not wait for calls under way.
 */
public final class FlightConnections implements AutoCloseable {
  /** gRPC servers answer pings that come more often than every five minutes with a disconnect. */
  private static final long PING_MINUTES = 5;

  private static final long PING_ANSWER_SECONDS = 20;

  private final BufferAllocator allocator;
  private final Duration connectTimeout;
  private final ChannelCredentials transport;
  private final Map<HostAndPort, Connection> backEnds = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param connectTimeout for one connection; without it a host that drops packets holds a call for
   *     minutes
   * @param tls certificates, or null to speak plain text
   */
  public FlightConnections(
      BufferAllocator allocator, Duration connectTimeout, @Nullable TlsMaterial tls) {
    this.transport = tls == null ? InsecureChannelCredentials.create() : secure(tls);
    this.allocator = allocator;
    this.connectTimeout = connectTimeout;
  }

  private static ChannelCredentials secure(TlsMaterial tls) {
    TlsChannelCredentials.Builder credentials =
        TlsChannelCredentials.newBuilder().trustManager(tls.trustManagers());
    KeyManager[] own = tls.keyManagers();
    return own.length == 0 ? credentials.build() : credentials.keyManager(own).build();
  }

  /** Whether connections are encrypted. */
  boolean isSecure() {
    return transport instanceof TlsChannelCredentials;
  }

  /** A client and its channel. */
  record Connection(FlightClient client, ManagedChannel channel) implements AutoCloseable {

    /** An interrupt would leave the client's memory behind, so the end is tried again after one. */
    private boolean isEnded() {
      try {
        client.close();
        return true;
      } catch (InterruptedException e) {
        return false;
      }
    }

    /**
     * Waits for the end of the attempt to connect. One that fails is left to the call, which tells
     * why; one that does not end at all (the host drops packets, or takes them and says nothing)
     * would hold the call for as long as a query may take.
     */
    void awaitAttempt(Duration limit) throws IOException {
      long deadline = System.nanoTime() + limit.toNanos();
      try {
        ConnectivityState state = channel.getState(true);
        while (state == ConnectivityState.IDLE || state == ConnectivityState.CONNECTING) {
          CountDownLatch changed = new CountDownLatch(1);
          channel.notifyWhenStateChanged(state, changed::countDown);
          if (!changed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new ConnectTimeoutException("no connection within " + limit);
          }
          state = channel.getState(true);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while connecting");
      }
    }

    boolean isBroken() {
      return channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE;
    }

    /** Ends the connection at once, calls under way included. */
    @Override
    public void close() {
      channel.shutdownNow();
      boolean interrupted = false;
      while (!isEnded()) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A new connection that belongs to the caller. */
  Connection open(HostAndPort address, List<FlightClientMiddleware.Factory> middleware) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(address.host(), address.port(), transport)
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.min(Integer.MAX_VALUE, connectTimeout.toMillis()))
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .keepAliveTime(PING_MINUTES, TimeUnit.MINUTES)
            .keepAliveTimeout(PING_ANSWER_SECONDS, TimeUnit.SECONDS)
            .intercept(InboundCredit.interceptor())
            .build();
    return new Connection(
        FlightGrpcUtils.createFlightClient(allocator, channel, middleware), channel);
  }

  /**
   * The kept connection to a back end, made when first asked for, and made anew after it broke:
   * gRPC would refuse calls for a while before it connects again.
   *
   * @throws ConnectTimeoutException if it can neither be reached nor said not to be
   * @throws IOException if the connections are closed meanwhile
   */
  FlightClient backEnd(HostAndPort address) throws IOException {
    Connection connection =
        backEnds.compute(
            address, (a, kept) -> kept == null || kept.isBroken() ? renewed(a, kept) : kept);
    boolean settled = false;
    try {
      if (closed) { // Looked at behind the entry, so that either this or the end takes it back.
        throw new IOException("the connections were closed");
      }
      connection.awaitAttempt(connectTimeout);
      settled = true;
    } finally {
      if (!settled && backEnds.remove(address, connection)) {
        connection.close();
      }
    }
    return connection.client();
  }

  private Connection renewed(HostAndPort address, @Nullable Connection broken) {
    if (broken != null) {
      broken.close();
    }
    return open(address, List.of());
  }

  @Override
  public void close() {
    closed = true;
    for (HostAndPort address : List.copyOf(backEnds.keySet())) {
      Connection connection = backEnds.remove(address);
      if (connection != null) {
        connection.close();
      }
    }
  }
}
