package io.dorischangelog.testserver.internal.flight;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightServer;

/**
 * The network threads of one port. Having them apart from gRPC's shared ones lets a port break its
 * connections off at once, as a killed process does, and leaves no thread behind.
 */
final class OwnEventLoops extends NioEventLoopGroup {
  private static final long TERMINATION_SECONDS = 5;

  private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

  OwnEventLoops(String name) {
    super(2, new DefaultThreadFactory(name + "-io", true));
  }

  void use(FlightServer.Builder builder) {
    builder.transportHint("netty.channelType", NioServerSocketChannel.class);
    builder.transportHint("netty.bossEventLoopGroup", this);
    builder.transportHint("netty.workerEventLoopGroup", this);
  }

  @Override
  public ChannelFuture register(Channel channel) {
    channels.add(channel);
    channel.closeFuture().addListener(closed -> channels.remove(channel));
    return super.register(channel);
  }

  /** Breaks all connections off without a farewell. */
  void breakConnections() {
    for (Channel channel : channels) {
      if (!(channel instanceof NioServerSocketChannel)) {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
      }
    }
  }

  void end() throws InterruptedException {
    shutdownGracefully(0, 1, TimeUnit.SECONDS).await(TERMINATION_SECONDS, TimeUnit.SECONDS);
  }
}
