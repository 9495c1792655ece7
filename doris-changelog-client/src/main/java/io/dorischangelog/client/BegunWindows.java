package io.dorischangelog.client;

import io.dorischangelog.client.PositionContext.OpenWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The {@code min_delta} windows whose rows may have been handed out and that are not committed, in
 * this process or one before it. Each must be read again with its own bounds: within others a key
 * that came and went would fold into nothing, and what was applied of it would stay for ever. Not
 * thread-safe.
 */
final class BegunWindows {
  /** Kept in every stored position, so there is an end to how many. */
  private static final int MOST = 10_000;

  /** By the TSO they begin behind. */
  private final NavigableMap<Long, OpenWindow> windows = new TreeMap<>();

  /** The windows that a stored position carries. */
  static BegunWindows of(Position stored) {
    BegunWindows begun = new BegunWindows();
    Position place = stored.withoutOpenWindow();
    List<Instant> ends = new ArrayList<>();
    stored.openWindow().ifPresent(window -> begun.windows.put(stored.tso(), window));
    stored.openWindow().ifPresent(window -> ends.add(window.end()));
    for (Instant end : stored.context().laterEnds()) {
      Position before =
          ends.isEmpty() ? place : Position.endOfWindow(ends.get(ends.size() - 1), place.context());
      begun.windows.put(before.tso(), new OpenWindow(before.nextStart(), end));
      ends.add(end);
    }
    return begun;
  }

  /**
   * A window is about to be handed out.
   *
   * @param opened its place, with its bounds
   * @throws IllegalStateException if too many are uncommitted
   */
  void begin(Position opened) {
    if (windows.size() >= MOST) {
      throw new IllegalStateException(
          MOST
              + " min_delta windows were handed out without a commit, and each has to be kept with"
              + " the stored position; commit at the end of a window");
    }
    opened.openWindow().ifPresent(window -> windows.put(opened.tso(), window));
  }

  /** The window begun at a place had no rows, so it need not be read again as it was. */
  void wasEmpty(Position place) {
    windows.remove(place.tso());
  }

  /** A place was committed. */
  void committed(Position place) {
    windows.headMap(place.tso(), false).clear();
  }

  void clear() {
    windows.clear();
  }

  /** A place, within the window that has to be read from there on, if that was begun before. */
  Position resumed(Position place) {
    Map.Entry<Long, OpenWindow> next = windows.ceilingEntry(place.tso());
    if (next == null || place.isSnapshot() || place.openWindow().isPresent()) {
      return place;
    }
    OpenWindow window = next.getValue();
    // Windows without rows before it are not kept; within it they change nothing.
    Instant start = next.getKey() == place.tso() ? window.start() : place.nextStart();
    return place.withOpenWindow(start, window.end());
  }

  /** A place with all windows begun from there on, as it is stored. */
  Position stored(Position place) {
    Position stored = place.withoutOpenWindow();
    List<Instant> later = new ArrayList<>();
    for (Map.Entry<Long, OpenWindow> entry : windows.tailMap(place.tso(), true).entrySet()) {
      OpenWindow window = entry.getValue();
      if (entry.getKey() == place.tso() && !place.isSnapshot()) {
        stored = stored.withOpenWindow(window.start(), window.end());
      } else {
        later.add(window.end());
      }
    }
    return later.isEmpty() ? stored : stored.withContext(stored.context().withLaterEnds(later));
  }
}
