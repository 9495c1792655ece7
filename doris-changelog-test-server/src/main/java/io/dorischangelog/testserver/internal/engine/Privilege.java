package io.dorischangelog.testserver.internal.engine;

import java.util.Locale;

/** What an account may be granted; the words are those of GRANT without their {@code _PRIV}. */
public enum Privilege {
  SELECT,
  LOAD,
  ALTER,
  CREATE,
  DROP,
  SHOW_VIEW,
  GRANT,
  NODE,
  ADMIN;

  /**
   * Reads the word of a GRANT statement: {@code SELECT_PRIV}, {@code LOAD_PRIV}, {@code INSERT} and
   * so on.
   *
   * @throws DorisException if there is no such privilege
   */
  static Privilege parse(String word) {
    String name = word.toUpperCase(Locale.ROOT);
    if (name.endsWith("_PRIV")) {
      name = name.substring(0, name.length() - "_PRIV".length());
    }
    if (name.equals("INSERT")) {
      return LOAD;
    }
    for (Privilege privilege : values()) {
      if (privilege.name().equals(name)) {
        return privilege;
      }
    }
    throw DorisException.of("Unknown privilege type " + word);
  }

  /** The word that SHOW GRANTS prints. */
  String word() {
    String name = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    return (this == SHOW_VIEW ? "Show_view" : name) + "_priv";
  }
}
