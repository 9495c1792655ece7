package io.dorischangelog.client.internal.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * User and password. A class of its own so that no {@code toString} of a holder can show the
 * password.
 */
public final class Credentials {
  private final String username;
  private final String password;

  public Credentials(String username, String password) {
    this.username = username;
    this.password = password;
  }

  public String username() {
    return username;
  }

  /** For the log-in call only; never for a text. */
  public String password() {
    return password;
  }

  /** The value of an HTTP {@code Authorization} header. */
  String basicHeader() {
    byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return username;
  }
}
