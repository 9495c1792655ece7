package io.dorischangelog.testserver.internal.engine;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The users of the cluster, their passwords and privileges. {@code root} with an empty password
 * exists from the start and may do everything. Host parts of user identities are accepted in SQL
 * and ignored. Thread-safe.
 */
public final class Accounts {
  /** The pattern that stands for every database or table. */
  public static final String ANY = "*";

  private final Map<String, Account> accounts = new LinkedHashMap<>();

  public Accounts() {
    create("root", "");
    grant("root", ANY, ANY, EnumSet.allOf(Privilege.class));
  }

  /** The clear password, which the MySQL scramble needs; empty if there is no such user. */
  public synchronized Optional<String> password(String user) {
    return Optional.ofNullable(accounts.get(user)).map(account -> account.password);
  }

  /** Whether the user exists and has this password. */
  public boolean authenticate(String user, String password) {
    return password(user).filter(password::equals).isPresent();
  }

  /** Adds a user without privileges, or gives an existing one a new password. */
  public synchronized void create(String user, String password) {
    accounts.computeIfAbsent(user, name -> new Account()).password = password;
  }

  /** Removes a user; its sessions live on, as they do in Doris. */
  public synchronized boolean drop(String user) {
    return accounts.remove(user) != null;
  }

  public synchronized boolean exists(String user) {
    return accounts.containsKey(user);
  }

  /** All users, in the order of their creation. */
  public synchronized List<String> users() {
    return List.copyOf(accounts.keySet());
  }

  /**
   * Adds privileges.
   *
   * @param database a database or {@link #ANY}
   * @param table a table or {@link #ANY}
   * @throws DorisException if there is no such user
   */
  public synchronized void grant(
      String user, String database, String table, Set<Privilege> privileges) {
    account(user)
        .grants
        .computeIfAbsent(new Scope(database, table), scope -> EnumSet.noneOf(Privilege.class))
        .addAll(privileges);
  }

  /** Takes privileges away that were granted on exactly this scope. */
  public synchronized void revoke(
      String user, String database, String table, Set<Privilege> privileges) {
    Set<Privilege> held = account(user).grants.get(new Scope(database, table));
    if (held != null) {
      held.removeAll(privileges);
    }
  }

  /** Whether the user holds the privilege on a table, on its database, or everywhere. */
  public synchronized boolean check(
      String user, String database, String table, Privilege privilege) {
    return grants(user).stream()
        .filter(grant -> grant.database.equals(ANY) || grant.database.equals(database))
        .filter(grant -> grant.table.equals(ANY) || grant.table.equals(table))
        .anyMatch(grant -> grant.holds(privilege));
  }

  /** Whether the user holds a privilege for the whole cluster. */
  public boolean checkGlobal(String user, Privilege privilege) {
    return check(user, ANY, ANY, privilege);
  }

  /** Whether the user holds anything on a database or in it, and so may USE it. */
  public synchronized boolean sees(String user, String database) {
    return grants(user).stream()
        .filter(grant -> grant.database.equals(ANY) || grant.database.equals(database))
        .anyMatch(grant -> !grant.privileges.isEmpty());
  }

  /** Whether the user holds anything on a table, and so sees it in lists. */
  public synchronized boolean sees(String user, String database, String table) {
    return grants(user).stream()
        .filter(grant -> grant.database.equals(ANY) || grant.database.equals(database))
        .filter(grant -> grant.table.equals(ANY) || grant.table.equals(table))
        .anyMatch(grant -> !grant.privileges.isEmpty());
  }

  /** What a user was granted; empty if there is no such user. */
  public synchronized List<Grant> grants(String user) {
    Account account = accounts.get(user);
    List<Grant> result = new ArrayList<>();
    if (account != null) {
      account.grants.forEach(
          (scope, held) -> result.add(new Grant(scope.database, scope.table, Set.copyOf(held))));
    }
    return result;
  }

  private Account account(String user) {
    @Nullable Account account = accounts.get(user);
    if (account == null) {
      throw DorisException.of("user '" + user + "'@'%' does not exist");
    }
    return account;
  }

  /**
   * Privileges on one scope.
   *
   * @param database a database or {@link #ANY}
   * @param table a table or {@link #ANY}
   * @param privileges perhaps empty after a REVOKE
   */
  public record Grant(String database, String table, Set<Privilege> privileges) {
    public Grant {
      privileges = Set.copyOf(privileges);
    }

    private boolean holds(Privilege privilege) {
      boolean admin = database.equals(ANY) && privileges.contains(Privilege.ADMIN);
      return (admin && privilege != Privilege.NODE) || privileges.contains(privilege);
    }
  }

  private record Scope(String database, String table) {}

  private static final class Account {
    private final Map<Scope, Set<Privilege>> grants = new LinkedHashMap<>();
    private String password = "";
  }
}
