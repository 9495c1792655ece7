package io.dorischangelog.client;

import java.util.Locale;

/** What a read does when changes it has not read yet are gone from the server. */
public enum OnLoss {
  /**
   * Stop with {@link io.dorischangelog.client.error.ChangelogExpiredException} or {@link
   * io.dorischangelog.client.error.ChangesDiscardedException}. The default.
   */
  FAIL,
  /**
   * Go on with what is left, and say so: a log line with the size of the gap, {@link
   * io.dorischangelog.client.scan.ScanListener#gap} and {@link
   * io.dorischangelog.client.scan.ScanStats#gaps()}.
   */
  SKIP;

  /** The option text: {@code fail} or {@code skip}. */
  public String optionValue() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads an option text, in any case.
   *
   * @throws IllegalArgumentException if it names no behaviour
   */
  public static OnLoss parse(String text) {
    for (OnLoss behaviour : values()) {
      if (behaviour.optionValue().equals(text.trim().toLowerCase(Locale.ROOT))) {
        return behaviour;
      }
    }
    throw new IllegalArgumentException(
        "on-loss '" + text + "' is not known; allowed values are fail and skip");
  }
}
