package io.dorischangelog.testserver.internal.mysql;

/** The client's answer to the greeting. */
final class HandshakeResponse {
  private static final int FILLER = 23;

  private final String user;
  private final byte[] authentication;
  private final String database;
  private final String plugin;

  private HandshakeResponse(String user, byte[] authentication, String database, String plugin) {
    this.user = user;
    this.authentication = authentication;
    this.database = database;
    this.plugin = plugin;
  }

  String user() {
    return user;
  }

  /** The plug-in's answer to the challenge. */
  byte[] authentication() {
    return authentication;
  }

  /** Database to begin in, or the empty text. */
  String database() {
    return database;
  }

  /** Plug-in that made the answer, or the empty text if the client did not say. */
  String plugin() {
    return plugin;
  }

  /** Whether the payload only asks for TLS: the fixed part of an answer with the TLS bit set. */
  static boolean asksForTls(byte[] payload) throws MalformedPacketException {
    return payload.length == 32
        && Capability.has(new PayloadReader(payload).int4(), Capability.SSL);
  }

  static HandshakeResponse parse(byte[] payload) throws MalformedPacketException {
    PayloadReader reader = new PayloadReader(payload);
    long flags = reader.int4();
    if (!Capability.has(flags, Capability.PROTOCOL_41)) {
      throw MalformedPacketException.badHandshake("the client does not speak protocol 4.1");
    }
    reader.skip(4 + 1 + FILLER);
    String user = reader.terminated();
    byte[] authentication = authentication(reader, flags);
    String database = Capability.has(flags, Capability.CONNECT_WITH_DB) ? reader.terminated() : "";
    String plugin =
        Capability.has(flags, Capability.PLUGIN_AUTH) && !reader.atEnd() ? reader.terminated() : "";
    return new HandshakeResponse(user, authentication, database, plugin);
  }

  private static byte[] authentication(PayloadReader reader, long flags)
      throws MalformedPacketException {
    if (Capability.has(flags, Capability.PLUGIN_AUTH_LENENC_DATA)) {
      return reader.raw(reader.lengthEncoded());
    }
    return reader.raw(reader.int1());
  }
}
