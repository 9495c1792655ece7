package io.dorischangelog.client.internal.jvm;

import java.nio.Buffer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Checks for the JVM flag that Arrow needs. Without it Arrow fails at its first buffer with an
 * {@link Error} from a static initialiser, and with another one ever after, so the flag is looked
 * for before Arrow is touched.
 */
public final class ArrowAccess {
  /** The flag to start the JVM with. */
  public static final String FLAG = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private ArrowAccess() {}

  /**
   * Checks that the flag is there.
   *
   * @throws IllegalStateException if the flag is missing; the text says what to do
   */
  public static void require() {
    require(Buffer.class.getModule().isOpen("java.nio", BufferAllocator.class.getModule()));
  }

  static void require(boolean open) {
    if (!open) {
      throw new IllegalStateException(
          "The JVM was started without "
              + FLAG
              + ", which Apache Arrow needs to reach its off-heap buffers. Add it to the java"
              + " command line, to JDK_JAVA_OPTIONS, or to the manifest of an executable jar as"
              + " 'Add-Opens: java.base/java.nio'");
    }
  }
}
