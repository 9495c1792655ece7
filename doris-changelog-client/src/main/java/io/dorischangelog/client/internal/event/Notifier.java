package io.dorischangelog.client.internal.event;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one listener. What the listener throws is logged and goes no further, because a read must
 * not depend on who watches it. Thread-safe.
 *
 * @param <L> kind of listener
 */
public final class Notifier<L> {
  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

  private final L listener;

  public Notifier(L listener) {
    this.listener = listener;
  }

  /** Calls one method of the listener. */
  public void tell(Consumer<? super L> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException e) {
      LOG.warn("the listener {} threw; the read goes on", listener.getClass().getName(), e);
    }
  }
}
