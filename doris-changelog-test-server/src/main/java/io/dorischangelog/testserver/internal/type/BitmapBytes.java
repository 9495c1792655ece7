package io.dorischangelog.testserver.internal.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;

/**
 * The serialised form of a BITMAP as Doris documents it in its sources: one type byte (0 empty, 1
 * one 32-bit value, 2 a 32-bit roaring bitmap, 3 one 64-bit value, 4 a count and then, per group of
 * values with the same high half, that half and a roaring bitmap of the low halves), all little
 * endian. The roaring bitmaps are in the portable format without run containers, so their bytes may
 * differ from a real server's although they mean the same.
 */
final class BitmapBytes {
  private static final int NO_RUN_CONTAINERS = 12346;
  private static final int LARGEST_ARRAY = 4096;
  private static final int BITSET_BYTES = 8192;
  private static final long LOW_HALF = 0xffff_ffffL;

  private BitmapBytes() {}

  /**
   * Serialises a bitmap.
   *
   * @param members values from 0 to 2^64-1, in their unsigned order
   */
  static byte[] of(NavigableSet<Long> members) {
    if (members.isEmpty()) {
      return new byte[] {0};
    }
    boolean wide = Long.compareUnsigned(members.last(), LOW_HALF) > 0;
    if (members.size() == 1) {
      return wide
          ? buffer(9).put((byte) 3).putLong(members.last()).array()
          : buffer(5).put((byte) 1).putInt(members.last().intValue()).array();
    }
    NavigableMap<Integer, byte[]> halves = roaringByHighHalf(members);
    return wide ? wide(halves) : narrow(halves.firstEntry().getValue());
  }

  private static byte[] narrow(byte[] roaring) {
    return buffer(1 + roaring.length).put((byte) 2).put(roaring).array();
  }

  private static byte[] wide(NavigableMap<Integer, byte[]> halves) {
    int size = 1 + 5 + halves.values().stream().mapToInt(bytes -> 4 + bytes.length).sum();
    ByteBuffer out = buffer(size).put((byte) 4);
    int count = halves.size();
    while (count >= 0x80) {
      out.put((byte) (count | 0x80));
      count >>>= 7;
    }
    out.put((byte) count);
    halves.forEach((high, roaring) -> out.putInt(high).put(roaring));
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  private static NavigableMap<Integer, byte[]> roaringByHighHalf(NavigableSet<Long> members) {
    NavigableMap<Integer, byte[]> halves = new TreeMap<>(Integer::compareUnsigned);
    Long first = members.first();
    while (first != null) {
      long last = first | LOW_HALF;
      halves.put((int) (first >>> 32), roaring(members.subSet(first, true, last, true)));
      first = members.higher(last);
    }
    return halves;
  }

  /** The portable roaring format: header, keys with cardinalities, offsets, containers. */
  private static byte[] roaring(NavigableSet<Long> members) {
    List<NavigableSet<Long>> containers = containers(members);
    int size = 8 + 8 * containers.size();
    for (NavigableSet<Long> container : containers) {
      size += bytes(container);
    }
    byte[] bytes = new byte[size];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(NO_RUN_CONTAINERS).putInt(containers.size());
    for (NavigableSet<Long> container : containers) {
      out.putShort((short) (container.first() >>> 16)).putShort((short) (container.size() - 1));
    }
    int offset = 8 + 8 * containers.size();
    for (NavigableSet<Long> container : containers) {
      out.putInt(offset);
      offset += bytes(container);
    }
    containers.forEach(container -> put(out, container));
    return bytes;
  }

  private static List<NavigableSet<Long>> containers(NavigableSet<Long> members) {
    List<NavigableSet<Long>> containers = new ArrayList<>();
    Long first = members.first();
    while (first != null) {
      long last = first | 0xffff;
      containers.add(members.subSet(first, true, last, true));
      first = members.higher(last);
    }
    return containers;
  }

  private static int bytes(NavigableSet<Long> container) {
    return container.size() <= LARGEST_ARRAY ? 2 * container.size() : BITSET_BYTES;
  }

  private static void put(ByteBuffer out, NavigableSet<Long> container) {
    if (container.size() <= LARGEST_ARRAY) {
      container.forEach(member -> out.putShort(member.shortValue()));
      return;
    }
    byte[] bits = new byte[BITSET_BYTES];
    for (long member : container) {
      int low = (int) (member & 0xffff);
      bits[low >>> 3] |= (byte) (1 << (low & 7));
    }
    out.put(bits);
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
