package io.dorischangelog.client.scan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The stretches in which a window is asked for: one, until it proves too much for one query and is
 * cut in half. For one thread.
 */
final class WindowParts {
  private final Deque<ChangeWindow> left = new ArrayDeque<>();

  WindowParts(ChangeWindow window) {
    left.add(window);
  }

  /** The stretch to ask for now. */
  ChangeWindow current() {
    return left.element();
  }

  /**
   * Cuts the current stretch in half.
   *
   * @return false if it is a second long already
   */
  boolean halve() {
    ChangeWindow whole = left.element();
    long seconds = Duration.between(whole.start(), whole.end()).toSeconds();
    if (seconds < 2) {
      return false;
    }
    left.remove();
    ChangeWindow first = new ChangeWindow(whole.start(), whole.start().plusSeconds(seconds / 2));
    left.addFirst(new ChangeWindow(first.end(), whole.end()));
    left.addFirst(first);
    return true;
  }

  /**
   * Goes on to the next stretch.
   *
   * @return false if the current one is the last; it stays current
   */
  boolean advance() {
    if (left.size() == 1) {
      return false;
    }
    left.remove();
    return true;
  }

  /**
   * Leaves out everything before a time.
   *
   * @param start a whole second
   * @return false if nothing is left then
   */
  boolean skipTo(Instant start) {
    while (!start.isBefore(left.element().end())) {
      if (!advance()) {
        return false;
      }
    }
    ChangeWindow part = left.remove();
    Instant later = start.isAfter(part.start()) ? start : part.start();
    left.addFirst(new ChangeWindow(later, part.end()));
    return true;
  }
}
