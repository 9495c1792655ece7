package io.dorischangelog.testserver.internal.engine;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What SHOW GRANTS prints of an account's privileges. */
record GrantWords(List<Accounts.Grant> grants) {

  @Nullable String global() {
    return joined(grant -> grant.database().equals(Accounts.ANY));
  }

  @Nullable String databases() {
    return joined(
        grant -> !grant.database().equals(Accounts.ANY) && grant.table().equals(Accounts.ANY));
  }

  @Nullable String tables() {
    return joined(grant -> !grant.table().equals(Accounts.ANY));
  }

  private @Nullable String joined(Predicate<Accounts.Grant> which) {
    String text =
        grants.stream()
            .filter(which)
            .filter(grant -> !grant.privileges().isEmpty())
            .map(GrantWords::words)
            .collect(Collectors.joining("; "));
    return text.isEmpty() ? null : text;
  }

  private static String words(Accounts.Grant grant) {
    String privileges = words(grant.privileges());
    if (grant.database().equals(Accounts.ANY)) {
      return privileges;
    }
    String scope = "internal." + grant.database();
    boolean table = !grant.table().equals(Accounts.ANY);
    return (table ? scope + "." + grant.table() : scope) + ": " + privileges;
  }

  private static String words(Set<Privilege> privileges) {
    return privileges.stream().sorted().map(Privilege::word).collect(Collectors.joining(","));
  }
}
