package io.dorischangelog.testserver;

import java.lang.reflect.Field;

/**
 * How much Arrow memory is held anywhere in this JVM, by whatever allocator.
 *
 * <p>All root allocators draw from one pool of {@code arrow-memory-netty}, which keeps its own
 * account of what it has handed out: always of buffers above its chunk size, and of every buffer
 * while Java assertions are enabled ({@code -ea}, which Surefire and Gradle set). The account is
 * public, the pool is not, hence the reflection. It is exact at any moment, unlike netty's count of
 * direct memory, which moves in chunks of 16 MiB.
 */
final class ArrowMemory {
  private static final String POOL_OWNER = "org.apache.arrow.memory.netty.NettyAllocationManager";

  private ArrowMemory() {}

  /**
   * Bytes in use, rounded up by the pool's size classes; 0 if that pool is not on the class path.
   */
  static long bytesHeld() {
    try {
      Field field = Class.forName(POOL_OWNER).getDeclaredField("INNER_ALLOCATOR");
      field.setAccessible(true);
      Object pool = field.get(null);
      return account(pool, "getNormalBufferSize") + account(pool, "getHugeBufferSize");
    } catch (ClassNotFoundException e) {
      return 0;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "LeakCheck cannot read the account of this Arrow version's memory pool; it was made for"
              + " Arrow 18.3",
          e);
    }
  }

  private static long account(Object pool, String getter) throws ReflectiveOperationException {
    return (long) pool.getClass().getMethod(getter).invoke(pool);
  }
}
