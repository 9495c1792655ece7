package io.dorischangelog.testserver.internal.mysql;

import java.io.IOException;

/**
 * A client sent something that is not the MySQL protocol; its connection ends with an error packet.
 */
final class MalformedPacketException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String sqlState;

  MalformedPacketException(String message) {
    this(1835, "HY000", "Malformed communication packet: " + message);
  }

  private MalformedPacketException(int code, String sqlState, String message) {
    super(message);
    this.code = code;
    this.sqlState = sqlState;
  }

  static MalformedPacketException tooLarge(int limit) {
    return new MalformedPacketException(
        1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes, here " + limit);
  }

  static MalformedPacketException outOfOrder(int number, int due) {
    return new MalformedPacketException(
        1156, "08S01", "Got packets out of order: number " + number + " where " + due + " was due");
  }

  static MalformedPacketException badHandshake(String message) {
    return new MalformedPacketException(1043, "08S01", "Bad handshake: " + message);
  }

  static MalformedPacketException needsTls() {
    return new MalformedPacketException(
        3159, "HY000", "This port needs TLS with a client certificate");
  }

  /** MySQL's number of the error. */
  int code() {
    return code;
  }

  String sqlState() {
    return sqlState;
  }
}
