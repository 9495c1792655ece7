package io.dorischangelog.client;

import org.jspecify.annotations.Nullable;

/** Ends several things one after the other; the first error is thrown, later ones go with it. */
final class Closing {
  private @Nullable RuntimeException first;

  void run(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
    }
  }

  void rethrow() {
    if (first != null) {
      throw first;
    }
  }
}
