package io.dorischangelog.testserver.internal.mysql;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Payloads in packets: a header of three length bytes (low byte first) and a sequence number. A
 * payload of {@code 2^24 - 1} bytes or more is continued in the next packet; one that ends exactly
 * on the limit is followed by an empty packet.
 */
final class PacketChannel {
  /** Bytes that one packet can carry. */
  static final int MAX_PACKET = 0xff_ffff;

  /** Largest payload of a client that has logged in, so that garbage cannot take all memory. */
  static final int MAX_PAYLOAD = 64 << 20;

  /** Largest payload of a client that has not. */
  private static final int MAX_LOGIN_PAYLOAD = 1 << 20;

  /** Without a buffer, which could swallow the begin of a TLS hand-shake. */
  private final InputStream in;

  private final OutputStream out;
  private int sequence;
  private int limit = MAX_LOGIN_PAYLOAD;

  PacketChannel(Socket socket) throws IOException {
    this(socket.getInputStream(), socket.getOutputStream());
  }

  PacketChannel(InputStream in, OutputStream out) {
    this.in = in;
    this.out = new BufferedOutputStream(out, 1 << 16);
  }

  /** Makes the next packet number 0, as at the begin of a command. */
  void beginCommand() {
    sequence = 0;
  }

  /** From now on payloads may be as large as {@link #MAX_PAYLOAD}. */
  void loggedIn() {
    limit = MAX_PAYLOAD;
  }

  /** A channel over another socket in the middle of a hand-shake. */
  PacketChannel continueOn(Socket socket) throws IOException {
    PacketChannel other = new PacketChannel(socket);
    other.sequence = sequence;
    return other;
  }

  /** The next payload, or null if the client has closed the connection between packets. */
  byte @Nullable [] read() throws IOException {
    int length = readHeader();
    if (length < 0) {
      return null;
    }
    checkSize(length);
    byte[] first = readBody(length);
    if (length < MAX_PACKET) {
      return first;
    }
    return readContinued(first);
  }

  private byte[] readContinued(byte[] first) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(2 * first.length);
    whole.write(first);
    int length;
    do {
      length = readHeader();
      if (length < 0) {
        throw new MalformedPacketException("the connection ended between parts of a packet");
      }
      checkSize(whole.size() + length);
      whole.write(readBody(length));
    } while (length == MAX_PACKET);
    return whole.toByteArray();
  }

  private void checkSize(int size) throws MalformedPacketException {
    if (size > limit) {
      throw MalformedPacketException.tooLarge(limit);
    }
  }

  private int readHeader() throws IOException {
    byte[] header = in.readNBytes(4);
    if (header.length == 0) {
      return -1;
    }
    if (header.length < 4) {
      throw new MalformedPacketException("the connection ended inside a packet header");
    }
    int number = header[3] & 0xff;
    int due = sequence;
    sequence = (number + 1) & 0xff;
    if (number != due) {
      throw MalformedPacketException.outOfOrder(number, due);
    }
    return (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
  }

  private byte[] readBody(int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new MalformedPacketException("the connection ended inside a packet");
    }
    return body;
  }

  /** Queues a payload; {@link #flush()} sends it. */
  void write(PayloadWriter payload) throws IOException {
    byte[] bytes = payload.bytes();
    int length = payload.length();
    int offset = 0;
    int part;
    do {
      part = Math.min(MAX_PACKET, length - offset);
      writeHeader(part);
      out.write(bytes, offset, part);
      offset += part;
    } while (part == MAX_PACKET);
  }

  private void writeHeader(int length) throws IOException {
    out.write(length);
    out.write(length >>> 8);
    out.write(length >>> 16);
    out.write(sequence);
    sequence = (sequence + 1) & 0xff;
  }

  void flush() throws IOException {
    out.flush();
  }
}
