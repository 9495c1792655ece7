package io.dorischangelog.testserver.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that speak something else end their own connection only. */
final class MysqlGarbageTest {
  private final Cluster cluster = new ScriptedEngine().start();

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Sends bytes after the greeting; the answer is all that comes back. */
  private byte[] send(byte... bytes) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), cluster.node(0).queryPort())) {
      socket.setSoTimeout(10_000);
      readPacket(socket.getInputStream());
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      return socket.getInputStream().readAllBytes();
    }
  }

  private static byte[] readPacket(InputStream in) throws IOException {
    byte[] header = in.readNBytes(4);
    return in.readNBytes((header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16);
  }

  private static byte[] packet(int number, byte... payload) {
    return ByteBuffer.allocate(4 + payload.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(payload.length | number << 24)
        .put(payload)
        .array();
  }

  /** The number of the error in an ERR packet. */
  private static int errorOf(byte[] payload) {
    assertThat(payload).isNotEmpty().startsWith(0xff);
    return (payload[1] & 0xff) | (payload[2] & 0xff) << 8;
  }

  private static int errorInAnswer(byte[] answer) {
    assertThat(answer).hasSizeGreaterThan(4);
    return errorOf(Arrays.copyOfRange(answer, 4, answer.length));
  }

  /** A raw connection of root, past the log-in. */
  private Socket loggedIn() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), cluster.node(0).queryPort());
    socket.setSoTimeout(10_000);
    readPacket(socket.getInputStream());
    ByteBuffer login = ByteBuffer.allocate(32 + 5 + 1).order(ByteOrder.LITTLE_ENDIAN);
    login.putInt(0x200 | 0x8000).putInt(1 << 24).put((byte) 33).position(32);
    login.put("root".getBytes(StandardCharsets.US_ASCII)).put((byte) 0).put((byte) 0);
    socket.getOutputStream().write(packet(1, login.array()));
    byte[] verdict = readPacket(socket.getInputStream());
    if ((verdict[0] & 0xff) == 0xfe) {
      socket.getOutputStream().write(packet(3));
      verdict = readPacket(socket.getInputStream());
    }
    assertThat(verdict).startsWith(0);
    return socket;
  }

  private void assertAlive() throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(
            "jdbc:mysql://127.0.0.1:" + cluster.node(0).queryPort() + "/", "root", "")) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void textIsNoPacket() throws Exception {
    send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertAlive();
  }

  @Test
  void aWrongPacketNumberEndsTheConnection() throws Exception {
    assertThat(errorInAnswer(send((byte) 1, (byte) 0, (byte) 0, (byte) 9, (byte) 14)))
        .isEqualTo(1156);
    assertAlive();
  }

  @Test
  void aShortHandshakeAnswerEndsTheConnection() throws Exception {
    byte[] tooShort = {4, 0, 0, 1, 0, 2, 0, 0};
    assertThat(errorInAnswer(send(tooShort))).isEqualTo(1835);
    assertAlive();
  }

  @Test
  void aHalfPacketEndsTheConnection() throws Exception {
    assertThat(errorInAnswer(send((byte) 200, (byte) 0, (byte) 0, (byte) 1, (byte) 5)))
        .isEqualTo(1835);
    assertAlive();
  }

  @Test
  void randomBytesEndTheConnection() throws Exception {
    Random random = new Random(5);
    for (int i = 0; i < 50; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      send(bytes);
    }
    assertAlive();
  }

  @Test
  void aClientThatLeavesInTheMiddleIsForgotten() throws Exception {
    send();
    assertAlive();
  }

  @Test
  void aClientOfTheOldProtocolIsToldSo() throws Exception {
    assertThat(errorInAnswer(send(packet(1, new byte[40])))).isEqualTo(1043);
    assertAlive();
  }

  @Test
  void unknownCommandsAreRefusedAndTheConnectionGoesOn() throws Exception {
    try (Socket socket = loggedIn()) {
      for (int command : new int[] {4, 17, 28, 200}) {
        socket.getOutputStream().write(packet(0, (byte) command));
        assertThat(errorOf(readPacket(socket.getInputStream()))).isEqualTo(1047);
      }
      socket.getOutputStream().write(packet(0, (byte) 14));
      assertThat(readPacket(socket.getInputStream())).startsWith(0);
    }
    assertAlive();
  }

  @Test
  void anEmptyCommandIsMalformed() throws Exception {
    try (Socket socket = loggedIn()) {
      socket.getOutputStream().write(packet(0));
      assertThat(errorOf(readPacket(socket.getInputStream()))).isEqualTo(1835);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertAlive();
  }

  @Test
  void overlongStatementsAreRefused() throws Exception {
    try (Socket socket = loggedIn()) {
      byte[] full = new byte[0xff_ffff];
      full[0] = 3;
      for (int number = 0; number < 5; number++) {
        socket.getOutputStream().write(packet(number, full));
      }
      assertThat(errorOf(readPacket(socket.getInputStream()))).isEqualTo(1153);
      socket.shutdownOutput();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertAlive();
  }

  @Test
  void overlongLogInsAreRefusedBeforeTheyAreRead() throws Exception {
    assertThat(errorInAnswer(send((byte) 0, (byte) 0, (byte) 0x20, (byte) 1))).isEqualTo(1153);
    assertAlive();
  }
}
