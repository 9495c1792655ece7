package io.dorischangelog.testserver.internal.store;

/**
 * A number for each row. Every kind has a loop of its own, so that the compiler can unroll it: a
 * stream of computed rows is to be as fast as one of ready-made rows.
 */
sealed interface LongSequence {

  long at(long row);

  /** Writes the numbers of consecutive rows. */
  void fill(long[] into, long firstRow, int count);

  /** The row's number plus an offset. */
  record Count(long offset) implements LongSequence {
    @Override
    public long at(long row) {
      return row + offset;
    }

    @Override
    public void fill(long[] into, long firstRow, int count) {
      for (int i = 0; i < count; i++) {
        into[i] = at(firstRow + i);
      }
    }
  }

  /**
   * The same number for several rows, then the next.
   *
   * @param rows rows of one number
   */
  record Stairs(long first, long step, int rows) implements LongSequence {
    @Override
    public long at(long row) {
      return first + row / rows * step;
    }

    @Override
    public void fill(long[] into, long firstRow, int count) {
      long number = at(firstRow);
      int left = rows - (int) (firstRow % rows);
      for (int i = 0; i < count; i++) {
        if (left == 0) {
          number += step;
          left = rows;
        }
        into[i] = number;
        left--;
      }
    }
  }

  /** 64 bits that look random, or the upper ones of them, with their sign. */
  record Bits(long salt, int shift) implements LongSequence {
    @Override
    public long at(long row) {
      return mix(salt ^ row) >> shift;
    }

    @Override
    public void fill(long[] into, long firstRow, int count) {
      for (int i = 0; i < count; i++) {
        into[i] = at(firstRow + i);
      }
    }
  }

  /** Numbers between {@code -limit} and {@code limit}, both exclusive; at most 10 to the 18th. */
  record Within(long salt, long limit) implements LongSequence {
    @Override
    public long at(long row) {
      return Math.multiplyHigh(mix(salt ^ row), 2 * limit - 2);
    }

    @Override
    public void fill(long[] into, long firstRow, int count) {
      for (int i = 0; i < count; i++) {
        into[i] = at(firstRow + i);
      }
    }
  }

  /**
   * Multiples of a unit from 0 up.
   *
   * @param end how many multiples there are
   */
  record Multiples(long salt, long end, long unit) implements LongSequence {
    @Override
    public long at(long row) {
      return Math.multiplyHigh(mix(salt ^ row) >>> 1, 2 * end) * unit;
    }

    @Override
    public void fill(long[] into, long firstRow, int count) {
      for (int i = 0; i < count; i++) {
        into[i] = at(firstRow + i);
      }
    }
  }

  /** Scatters the bits of a number. */
  static long mix(long number) {
    long bits = number * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 32)) * 0xD6E8FEB86659FD93L;
    return bits ^ (bits >>> 29);
  }
}
