package io.dorischangelog.client.internal.server;

import io.dorischangelog.client.internal.tls.TlsMaterial;
import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
  private final int connectTimeoutMillis;
  private final ChannelCredentials transport;
  private final Map<HostAndPort, Connection> backEnds = new ConcurrentHashMap<>();

  /**
   * @param connectTimeout for one connection; without it a host that drops packets holds a call for
   *     minutes
   * @param tls certificates, or null to speak plain text
   */
  public FlightConnections(
      BufferAllocator allocator, Duration connectTimeout, @Nullable TlsMaterial tls) {
    this.transport = tls == null ? InsecureChannelCredentials.create() : secure(tls);
    this.allocator = allocator;
    this.connectTimeoutMillis = (int) Math.min(Integer.MAX_VALUE, connectTimeout.toMillis());
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
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectTimeoutMillis)
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
   */
  FlightClient backEnd(HostAndPort address) {
    return backEnds
        .compute(address, (a, kept) -> kept == null || kept.isBroken() ? renewed(a, kept) : kept)
        .client();
  }

  private Connection renewed(HostAndPort address, @Nullable Connection broken) {
    if (broken != null) {
      broken.close();
    }
    return open(address, List.of());
  }

  @Override
  public void close() {
    for (HostAndPort address : List.copyOf(backEnds.keySet())) {
      Connection connection = backEnds.remove(address);
      if (connection != null) {
        connection.close();
      }
    }
  }
}
