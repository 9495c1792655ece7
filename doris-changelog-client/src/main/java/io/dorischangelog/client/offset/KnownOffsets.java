package io.dorischangelog.client.offset;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one store wrote or loaded for one key, to tell its own traces from those of a second writer.
 * A table may show an older value of ours (a lagging follower, a rolled-back transaction) or one of
 * a save that failed and was written all the same; anything else came from somebody else. Not
 * thread-safe.
 */
final class KnownOffsets {

  private static final int MAX_KNOWN = 1024;

  private final Set<Optional<String>> known = new LinkedHashSet<>();
  private Optional<String> newest = Optional.empty();
  private boolean anySeen;

  /** This value was loaded, or saved with success. */
  void seen(Optional<String> value) {
    newest = value;
    anySeen = true;
    remember(value);
  }

  /** This value is about to be written. */
  void attempted(String value) {
    remember(Optional.of(value));
  }

  /** The newest value that was loaded or saved with success; empty also if there was none. */
  Optional<String> newest() {
    return newest;
  }

  /** Whether the value was seen or attempted. */
  boolean contains(Optional<String> value) {
    return known.contains(value);
  }

  /**
   * Whether {@code next} may be written over {@code stored}. What is stored may differ from what is
   * expected only if the caller's picture is the store's own one.
   */
  boolean allows(Optional<String> stored, Optional<String> expected, String next) {
    return stored.equals(expected)
        || stored.equals(Optional.of(next))
        || (anySeen && expected.equals(newest) && known.contains(stored));
  }

  private void remember(Optional<String> value) {
    known.remove(value);
    known.add(value);
    if (known.size() > MAX_KNOWN) {
      known.remove(known.iterator().next());
    }
  }
}
