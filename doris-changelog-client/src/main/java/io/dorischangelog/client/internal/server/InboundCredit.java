package io.dorischangelog.client.internal.server;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many messages of one stream may be under way. A Flight stream asks for five at once, however
 * large they are; this holds such requests back until the reader has room, so that the server stops
 * instead of memory being filled. Thread-safe.
 */
public final class InboundCredit {
  private static final Context.Key<InboundCredit> KEY = Context.key("doris-changelog-credit");

  private int permits;
  private int asked;
  private int underWay;
  private @Nullable ClientCall<?, ?> call;

  private InboundCredit(int permits) {
    this.permits = permits;
  }

  /** A credit for the schema alone: every batch needs to be {@linkplain #allow allowed}. */
  public static InboundCredit forSchema() {
    return new InboundCredit(1);
  }

  /** No limit, for small results. */
  public static InboundCredit unlimited() {
    return new InboundCredit(Integer.MAX_VALUE);
  }

  /** Opens a stream whose messages are counted here; a later stream takes the place of it. */
  <T> T over(Supplier<T> opening) {
    Context counted = Context.current().withValue(KEY, this);
    Context before = counted.attach();
    try {
      return opening.get();
    } finally {
      counted.detach(before);
    }
  }

  /**
   * Lets messages be asked for until that many are under way; those that have arrived count no
   * more, and are not made up for before the next call.
   */
  public void allow(int messages) {
    synchronized (this) {
      permits = Math.max(0, messages - underWay);
    }
    request();
  }

  private synchronized void begin(ClientCall<?, ?> opened) {
    call = opened;
    asked = 0;
    underWay = 0;
    permits = Math.max(1, permits);
  }

  private void ask(int messages) {
    synchronized (this) {
      asked += messages;
    }
    request();
  }

  private synchronized void arrived() {
    underWay--;
  }

  private void request() {
    int messages;
    ClientCall<?, ?> target;
    synchronized (this) {
      target = call;
      messages = Math.min(asked, permits);
      if (target == null || messages == 0) {
        return;
      }
      asked -= messages;
      permits -= messages;
      underWay += messages;
    }
    target.request(messages);
  }

  /** Counts the messages of calls that are opened {@linkplain #over over} a credit. */
  static ClientInterceptor interceptor() {
    return new ClientInterceptor() {
      @Override
      public <Q, R> ClientCall<Q, R> interceptCall(
          MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        ClientCall<Q, R> plain = next.newCall(method, options);
        InboundCredit credit = KEY.get();
        return credit == null ? plain : new Counted<>(plain, credit);
      }
    };
  }

  private static final class Counted<Q, R> extends SimpleForwardingClientCall<Q, R> {
    private final InboundCredit credit;

    Counted(ClientCall<Q, R> plain, InboundCredit credit) {
      super(plain);
      this.credit = credit;
      credit.begin(plain);
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<R>(listener) {
            @Override
            public void onMessage(R message) {
              credit.arrived();
              super.onMessage(message);
            }
          },
          headers);
    }

    @Override
    public void request(int messages) {
      credit.ask(messages);
    }
  }
}
