package io.dorischangelog.testserver.internal.engine;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a connection keeps between statements: its user, front end, current database and variables.
 * One thread at a time; the protocol that owns it serialises its statements.
 */
public final class Session {
  private final long id;
  private final String user;
  private final FrontEndNode frontEnd;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private @Nullable String database;
  private @Nullable Object transaction;

  /**
   * @param id connection id, unique in the cluster
   * @param user an authenticated account
   * @param frontEnd the front end that the connection was made to
   */
  public Session(long id, String user, FrontEndNode frontEnd) {
    this.id = id;
    this.user = user;
    this.frontEnd = frontEnd;
  }

  public long id() {
    return id;
  }

  public String user() {
    return user;
  }

  public FrontEndNode frontEnd() {
    return frontEnd;
  }

  public Optional<String> database() {
    return Optional.ofNullable(database);
  }

  public void use(@Nullable String newDatabase) {
    database = newDatabase;
  }

  /** The value this session has SET, in any case of the name; empty: the server's default holds. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name.toLowerCase(Locale.ROOT)));
  }

  public void set(String name, String value) {
    variables.put(name.toLowerCase(Locale.ROOT), value);
  }

  /** The engine's own state of a transaction opened with BEGIN, or null. */
  public @Nullable Object transaction() {
    return transaction;
  }

  public void transaction(@Nullable Object newTransaction) {
    transaction = newTransaction;
  }
}
