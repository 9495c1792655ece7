package io.dorischangelog.client;

import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads changes, window after window, from a position on. */
final class ChangesPhase implements ReadPhase {
  private final ChangelogScan scan;
  private final Progress progress;
  private final WindowFeed feed;
  private final boolean foldsWindows;
  private Position position;
  private @Nullable ChangeWindow window;
  private @Nullable ChangeStream stream;

  /** Rows of the current window were handed out. */
  private boolean begun;

  /**
   * @param progress told of positions that must be durable before rows are handed out
   * @param feed where windows come from
   * @param start behind everything that is already done
   */
  ChangesPhase(
      ChangelogScan scan,
      Progress progress,
      WindowFeed feed,
      ReaderSettings settings,
      Position start) {
    this.scan = scan;
    this.progress = progress;
    this.feed = feed;
    this.foldsWindows = settings.incrementType() == IncrementType.MIN_DELTA;
    this.position = start;
  }

  @Override
  public Optional<Fetched> step(Duration slice) throws InterruptedException {
    if (stream != null) {
      return fromStream(stream, slice);
    }
    if (window != null) {
      // A retryable error ended its stream: the same window goes on behind the last row.
      stream = scan.read(window, position, begun);
      feed.startBehind(stream, position);
      return Optional.empty();
    }
    if (feed.isOver(position)) {
      return Optional.of(Fetched.FINISHED);
    }
    if (!feed.isRunning()) {
      feed.start(progress.resumed(position));
    }
    feed.take(slice).ifPresent(this::openWindow);
    return Optional.empty();
  }

  private Optional<Fetched> fromStream(ChangeStream open, Duration slice) {
    return switch (open.next(slice)) {
      case BATCH -> {
        ChangeBatch batch = open.batch();
        begun = true;
        position = batch.end();
        yield Optional.of(new Fetched.Rows(batch));
      }
      case NOT_YET -> Optional.empty();
      case END -> Optional.of(completed(open));
    };
  }

  private Fetched completed(ChangeStream open) {
    position = open.end();
    stream = null;
    window = null;
    begun = false;
    open.close();
    return new Fetched.Completed(position);
  }

  private void openWindow(FeedRun.Planned next) {
    if (foldsWindows && position.openWindow().isEmpty()) {
      Position opened = position.withOpenWindow(next.window().start(), next.window().end());
      progress.gate(opened); // First: if this fails, the next call must try it again.
      position = opened;
    }
    window = next.window();
    stream = next.stream().orElseGet(() -> scan.read(next.window(), position));
  }

  @Override
  public void closeStreams() {
    ChangeStream open = stream;
    stream = null;
    feed.stop();
    if (open != null) {
      open.close();
    }
  }
}
