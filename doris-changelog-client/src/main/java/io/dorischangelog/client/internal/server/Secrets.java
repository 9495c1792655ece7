package io.dorischangelog.client.internal.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * What must not appear in any text: the password and the tokens of open sessions. Older servers
 * print a token whole in the message that says they do not know it (observed). Thread-safe.
 */
final class Secrets {
  private static final String HIDDEN = "***";

  /** Shorter passwords would blot out half of a message and are given away by that. */
  private static final int SHORTEST = 4;

  private final List<String> fixed;
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();

  Secrets(Credentials credentials) {
    List<String> known = new ArrayList<>();
    known.add(credentials.basicHeader().substring("Basic ".length()));
    String password = credentials.password();
    if (password.length() >= SHORTEST && !password.equals(credentials.username())) {
      known.add(password);
    }
    this.fixed = List.copyOf(known);
  }

  /** Remembers the token of a session. */
  void add(String token) {
    tokens.add(token);
  }

  /** The session is over. */
  void forget(String token) {
    tokens.remove(token);
  }

  /** The text without secrets. */
  String hide(String text) {
    String shown = text;
    for (String secret : fixed) {
      shown = shown.replace(secret, HIDDEN);
    }
    for (String token : tokens) {
      shown = shown.replace(token, HIDDEN);
    }
    return shown;
  }

  /**
   * The failure as it may be shown: the same one where no text of it holds a secret, otherwise one
   * with its status and words but without its causes.
   */
  FlightRuntimeException hide(FlightRuntimeException failure) {
    boolean clean = true;
    for (Throwable t = failure; t != null && clean; t = t.getCause()) {
      clean = isClean(t.getMessage());
    }
    if (clean) {
      return failure;
    }
    CallStatus status = failure.status();
    String text = status.description() == null ? "" : hide(status.description());
    FlightRuntimeException shown =
        new CallStatus(status.code(), null, text, null).toRuntimeException();
    shown.setStackTrace(failure.getStackTrace());
    return shown;
  }

  private boolean isClean(@Nullable String text) {
    return text == null || hide(text).equals(text);
  }
}
