package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The configured front ends, one of them current. A call goes to the current one; where that cannot
 * be reached, to the next, round after round with a growing pause. Thread-safe.
 */
public final class FrontEnds {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final List<HostAndPort> addresses;
  private final int retries;
  private final ConnectionListener listener;
  private final AtomicInteger current = new AtomicInteger();

  /**
   * @param addresses at least one
   * @param retries rounds after the first before giving up
   * @param listener told when another one becomes current
   */
  public FrontEnds(List<HostAndPort> addresses, int retries, ConnectionListener listener) {
    this.addresses = List.copyOf(addresses);
    this.retries = retries;
    this.listener = listener;
  }

  /** What is asked of one front end. */
  @FunctionalInterface
  public interface Call<T> {
    T on(HostAndPort frontEnd) throws IOException, StatementFailure, InterruptedException;
  }

  /** The front end that calls go to first. */
  public HostAndPort current() {
    return addresses.get(Math.floorMod(current.get(), addresses.size()));
  }

  /** Turns to the next front end, unless another thread already left {@code failed}. */
  public void leave(HostAndPort failed) {
    int index = current.get();
    if (addresses.get(Math.floorMod(index, addresses.size())).equals(failed)) {
      if (current.compareAndSet(index, index + 1) && addresses.size() > 1) {
        listener.failedOver(failed, current());
      }
    }
  }

  /**
   * Asks the current front end, then the others.
   *
   * @throws NoFrontEndException if none answered in any round
   * @throws StatementFailure if one answered with an error
   */
  public <T> T ask(Call<T> call)
      throws NoFrontEndException, StatementFailure, InterruptedException {
    Map<String, String> reasons = new LinkedHashMap<>();
    Duration pause = FIRST_PAUSE;
    for (int round = 0; ; round++) {
      boolean worthRepeating = false;
      for (int i = 0; i < addresses.size(); i++) {
        HostAndPort frontEnd = current();
        try {
          return call.on(frontEnd);
        } catch (IOException e) {
          reasons.put(frontEnd.toString(), Reasons.of(e));
          worthRepeating |= !Reasons.isTls(e);
          leave(frontEnd);
        }
      }
      if (round >= retries || !worthRepeating) {
        throw new NoFrontEndException(reasons);
      }
      Thread.sleep(pause.toMillis());
      pause = longer(pause);
    }
  }

  /** Twice the pause, up to the longest. */
  public static Duration longer(Duration pause) {
    Duration doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }
}
