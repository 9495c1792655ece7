package io.dorischangelog.testserver.internal.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ScriptedEngine;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are too large are refused; others are served as before. */
final class RequestContentTest {
  private static final String STATEMENT = "POST /api/query/default_cluster/db HTTP/1.1";

  private final Cluster cluster = new ScriptedEngine().start();

  @AfterEach
  void close() {
    cluster.close();
  }

  private Socket connect(String... lines) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), cluster.node(0).httpPort());
    socket.setSoTimeout(20_000);
    String head = String.join("\r\n", lines) + "\r\nHost: x\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), US_ASCII);
  }

  private void assertAlive() throws IOException {
    try (Socket socket = connect("GET / HTTP/1.1", "Connection: close")) {
      assertThat(answer(socket)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void anAnnouncedLengthOverTheLimitIsRefusedUnread() throws Exception {
    try (Socket socket = connect(STATEMENT, "Content-Length: 67108865")) {
      assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("\"code\":413");
    }
    assertAlive();
  }

  @Test
  void loadsMayBeLargerThanStatementsButNotEndless() throws Exception {
    String load = "PUT /api/db/t/_stream_load HTTP/1.1";
    try (Socket socket = connect(load, "Content-Length: 536870913")) {
      assertThat(answer(socket)).startsWith("HTTP/1.1 413");
    }
    try (Socket socket = connect(load, "Content-Length: 67108865")) {
      socket.shutdownOutput();
      assertThat(answer(socket)).doesNotStartWith("HTTP/1.1 413");
    }
    assertAlive();
  }

  @Test
  void contentWithoutALengthIsReadUpToTheLimit() throws Exception {
    try (Socket socket = connect(STATEMENT, "Transfer-Encoding: chunked")) {
      OutputStream out = socket.getOutputStream();
      byte[] mebibyte = new byte[1 << 20];
      for (int i = 0; i < 64; i++) {
        out.write("100000\r\n".getBytes(US_ASCII));
        out.write(mebibyte);
        out.write("\r\n".getBytes(US_ASCII));
      }
      out.write("1\r\nx\r\n0\r\n\r\n".getBytes(US_ASCII));
      byte[] status = socket.getInputStream().readNBytes(12);
      assertThat(new String(status, US_ASCII)).isEqualTo("HTTP/1.1 413");
    }
    assertAlive();
  }
}
