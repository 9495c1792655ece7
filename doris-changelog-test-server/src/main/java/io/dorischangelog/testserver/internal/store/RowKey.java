package io.dorischangelog.testserver.internal.store;

import java.util.Arrays;

/** The key of a row as bytes whose unsigned order is the order of the key columns. */
final class RowKey implements Comparable<RowKey> {
  private final byte[] bytes;

  RowKey(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
