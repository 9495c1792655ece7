package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.util.Map;

/** None of the addresses that the server's plan names for a result could be used from here. */
public final class UnusableLocationException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> reasons;
  private final boolean worthRepeating;

  /**
   * @param worthRepeating whether a location may answer later
   */
  UnusableLocationException(Map<String, String> reasons, boolean worthRepeating) {
    super(
        "the server's plan sends the rows to "
            + reasons
            + "; if back ends are reached under another address from here, set the address map"
            + " (addressMap, source.address-map) to advertised=reachable pairs");
    this.reasons = Map.copyOf(reasons);
    this.worthRepeating = worthRepeating;
  }

  /**
   * Whether a location may answer later: its host is there, but refused or broke the connection.
   */
  public boolean isWorthRepeating() {
    return worthRepeating;
  }

  /** Location as the server named it and what happened there. */
  public Map<String, String> reasons() {
    return reasons;
  }
}
