package io.dorischangelog.testserver.internal.mysql;

/**
 * The client's answer to the greeting.
 *
 * @param user account name
 * @param authentication the plug-in's answer to the challenge
 * @param database database to begin in, or the empty text
 * @param plugin plug-in that made the answer, or the empty text if the client did not say
 */
record HandshakeResponse(String user, byte[] authentication, String database, String plugin) {

  private static final int FILLER = 23;

  /** Whether the payload only asks for TLS: the fixed part of an answer with the TLS bit set. */
  static boolean asksForTls(byte[] payload) throws MalformedPacketException {
    return payload.length == 32
        && Capability.has(new PayloadReader(payload).int4(), Capability.SSL);
  }

  static HandshakeResponse parse(byte[] payload) throws MalformedPacketException {
    PayloadReader reader = new PayloadReader(payload);
    long flags = reader.int4();
    if (!Capability.has(flags, Capability.PROTOCOL_41)) {
      throw new MalformedPacketException("the client does not speak protocol 4.1");
    }
    reader.skip(4 + 1 + FILLER);
    String user = reader.terminated();
    byte[] authentication = authentication(reader, flags);
    String database =
        Capability.has(flags, Capability.CONNECT_WITH_DB) ? reader.terminated() : "";
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
