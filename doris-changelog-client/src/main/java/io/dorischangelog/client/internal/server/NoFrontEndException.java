package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.util.Map;

/** No configured front end answered. */
public final class NoFrontEndException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> reasons;

  /**
   * @param reasons address and what happened there, in the order tried
   */
  NoFrontEndException(Map<String, String> reasons) {
    super("no front end answered: " + reasons);
    this.reasons = Map.copyOf(reasons);
  }

  /** Address and what happened there. */
  public Map<String, String> reasons() {
    return reasons;
  }
}
