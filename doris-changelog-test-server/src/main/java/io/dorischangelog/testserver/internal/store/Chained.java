package io.dorischangelog.testserver.internal.store;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** One iteration behind the other; each begins when it is reached. */
final class Chained<T> implements Iterator<T> {
  private final Iterator<? extends Iterable<T>> parts;
  private Iterator<T> current = Collections.emptyIterator();

  private Chained(Iterator<? extends Iterable<T>> parts) {
    this.parts = parts;
  }

  static <T> Iterator<T> of(List<? extends Iterable<T>> parts) {
    return new Chained<>(parts.iterator());
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && parts.hasNext()) {
      current = parts.next().iterator();
    }
    return current.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return current.next();
  }
}
