package io.dorischangelog.testserver.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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

  private void send(byte... bytes) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), cluster.node(0).queryPort())) {
      socket.setSoTimeout(10_000);
      readPacket(socket.getInputStream());
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    }
  }

  private static byte[] readPacket(InputStream in) throws IOException {
    byte[] header = in.readNBytes(4);
    return in.readNBytes((header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16);
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
    send((byte) 1, (byte) 0, (byte) 0, (byte) 9, (byte) 14);
    assertAlive();
  }

  @Test
  void aShortHandshakeAnswerEndsTheConnection() throws Exception {
    send((byte) 4, (byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 2, (byte) 0, (byte) 0);
    assertAlive();
  }

  @Test
  void aHalfPacketEndsTheConnection() throws Exception {
    send((byte) 200, (byte) 0, (byte) 0, (byte) 1, (byte) 5);
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
}
