package io.dorischangelog.testserver.internal.cluster;

import org.jspecify.annotations.Nullable;

/** Closes several things so that a failure of one does not keep the others open. */
final class Closing {
  private Closing() {}

  /** Closes all that are not null; the first failure is thrown at the end with the others in it. */
  static void all(@Nullable AutoCloseable... resources) {
    RuntimeException failure = null;
    for (AutoCloseable resource : resources) {
      try {
        if (resource != null) {
          resource.close();
        }
      } catch (Exception e) {
        failure = add(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException add(@Nullable RuntimeException failure, Exception e) {
    if (failure == null) {
      return e instanceof RuntimeException r ? r : new IllegalStateException("close failed", e);
    }
    failure.addSuppressed(e);
    return failure;
  }
}
