package io.dorischangelog.testserver.internal.store;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * A list that only grows. {@link #view()} is what it holds now and stays valid, and unchanged,
 * while more is added: the array behind it is written beyond the view's end only.
 */
final class AppendList<T> {
  private T[] items;
  private int size;

  AppendList(IntFunction<T[]> arrays) {
    items = arrays.apply(8);
  }

  void add(T item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size * 2);
    }
    items[size++] = item;
  }

  View<T> view() {
    return new View<>(items, size);
  }

  /** The first items of the list at one moment. */
  static final class View<T> {
    private final T[] items;
    private final int size;

    View(T[] items, int size) {
      this.items = items;
      this.size = size;
    }

    T get(int index) {
      return items[index];
    }

    int size() {
      return size;
    }
  }
}
