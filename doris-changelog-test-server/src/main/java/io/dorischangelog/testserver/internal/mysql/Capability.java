package io.dorischangelog.testserver.internal.mysql;

/** Capability bits of the hand-shake that matter here. */
final class Capability {
  static final long CONNECT_WITH_DB = 1L << 3;
  static final long PROTOCOL_41 = 1L << 9;
  static final long SSL = 1L << 11;
  static final long SECURE_CONNECTION = 1L << 15;
  static final long PLUGIN_AUTH = 1L << 19;
  static final long PLUGIN_AUTH_LENENC_DATA = 1L << 21;

  private static final long LONG_PASSWORD = 1L;
  private static final long FOUND_ROWS = 1L << 1;
  private static final long LONG_FLAG = 1L << 2;
  private static final long TRANSACTIONS = 1L << 13;
  private static final long CONNECT_ATTRS = 1L << 20;

  /** What a server without TLS offers. */
  static final long OFFERED =
      LONG_PASSWORD
          | FOUND_ROWS
          | LONG_FLAG
          | CONNECT_WITH_DB
          | PROTOCOL_41
          | TRANSACTIONS
          | SECURE_CONNECTION
          | PLUGIN_AUTH
          | CONNECT_ATTRS
          | PLUGIN_AUTH_LENENC_DATA;

  private Capability() {}

  static boolean has(long flags, long capability) {
    return (flags & capability) != 0;
  }
}
