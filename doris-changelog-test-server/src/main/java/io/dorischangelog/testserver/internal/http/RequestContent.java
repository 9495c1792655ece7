package io.dorischangelog.testserver.internal.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the content of calls up to a limit, so that no call can take all memory. */
final class RequestContent {
  /** Of all calls but loads. */
  static final int MAX_BYTES = 64 << 20;

  /** Of a load, which is one transaction and is held in memory. */
  static final int MAX_LOAD_BYTES = 512 << 20;

  private RequestContent() {}

  /**
   * The content as UTF-8 text.
   *
   * @throws ContentTooLargeException if there is more of it than is taken; the rest is not read
   */
  static String read(HttpExchange exchange) throws IOException {
    boolean load = exchange.getRequestURI().getPath().endsWith("/_stream_load");
    int limit = load ? MAX_LOAD_BYTES : MAX_BYTES;
    if (announced(exchange) > limit) {
      throw new ContentTooLargeException(limit);
    }
    byte[] content = exchange.getRequestBody().readNBytes(limit + 1);
    if (content.length > limit) {
      throw new ContentTooLargeException(limit);
    }
    return new String(content, StandardCharsets.UTF_8);
  }

  /** The announced length; 0 if there is none, as with chunks. The JDK's server checked it. */
  private static long announced(HttpExchange exchange) {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    return length == null ? 0 : Long.parseLong(length);
  }
}
