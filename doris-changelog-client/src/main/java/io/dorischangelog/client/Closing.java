package io.dorischangelog.client;

import org.jspecify.annotations.Nullable;

/** Ends several things one after the other; the first error is thrown, later ones go with it. */
final class Closing {
  private @Nullable Throwable first;

  void run(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
    }
  }

  void rethrow() {
    if (first instanceof Error error) {
      throw error;
    }
    if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }
}
