package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes every HTTP call: finds its route, checks who calls, writes the answer. */
final class ApiHandler implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final byte[] ROOT_PAGE =
      "<html><body>Apache Doris stand-in</body></html>".getBytes(StandardCharsets.UTF_8);

  private final FrontEndServices services;
  private final Router router;
  private final ObjectMapper mapper;
  private final BasicLogin login;

  ApiHandler(FrontEndServices services, Router router, ObjectMapper mapper) {
    this.services = services;
    this.router = router;
    this.mapper = mapper;
    this.login = new BasicLogin(services);
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    String body = content(exchange);
    try (exchange) {
      if (!faulted(exchange, body)) {
        handle(exchange, body);
      }
    }
  }

  /** Reads the content; after a refusal the exception ends the connection with the rest unread. */
  private String content(HttpExchange exchange) throws IOException {
    try {
      return RequestContent.read(exchange);
    } catch (ContentTooLargeException e) {
      sendJson(exchange, 413, new Envelope("Content Too Large", 413, e.getMessage(), 0));
      exchange.getResponseBody().flush();
      throw e;
    }
  }

  private void handle(HttpExchange exchange, String body) throws IOException {
    List<String> path = segments(exchange);
    if (path.isEmpty()) {
      record("GET /", "");
      send(exchange, 200, "text/html", ROOT_PAGE);
      return;
    }
    Optional<Router.Route> route = router.find(exchange.getRequestMethod(), path);
    if (route.isEmpty()) {
      record(exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath(), "");
      sendJson(exchange, 404, Envelope.notFound("no such page"));
      return;
    }
    sendJson(exchange, 200, answer(route.get(), exchange, path, body));
  }

  /** Answers as a fault wants it, or leaves the connection to be closed without an answer. */
  private boolean faulted(HttpExchange exchange, String body) throws IOException {
    String text =
        exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " " + body;
    for (FaultAction action : services.faults().strike(FaultPoint.HTTP, text)) {
      if (action instanceof FaultAction.HttpAnswer answer) {
        byte[] content = answer.body().getBytes(StandardCharsets.UTF_8);
        send(exchange, answer.status(), "application/json", content);
        return true;
      }
      if (action instanceof FaultAction.Disconnect) {
        return true;
      }
    }
    return false;
  }

  private static List<String> segments(HttpExchange exchange) {
    return Arrays.stream(exchange.getRequestURI().getRawPath().split("/"))
        .filter(segment -> !segment.isEmpty())
        .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }

  private static Map<String, String> headers(HttpExchange exchange) {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return headers;
  }

  private Object answer(Router.Route route, HttpExchange exchange, List<String> path, String body) {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    boolean mayBeUnknown = !route.needsUser() && header == null;
    Optional<String> user = mayBeUnknown ? Optional.of("") : login.user(header);
    record(route.operation(), user.orElse(""));
    if (user.isEmpty()) {
      return Envelope.unauthorized(
          header == null
              ? "Need auth information."
              : "Access denied: unknown account, wrong password or unreadable header");
    }
    try {
      return route.answer().apply(new ApiRequest(user.get(), path, headers(exchange), body));
    } catch (RuntimeException e) {
      LOG.warn("HTTP call {} failed inside the stand-in", route.operation(), e);
      return Envelope.internalError("the stand-in failed: " + e);
    }
  }

  private void record(String operation, String user) {
    services.calls().record(Protocol.HTTP, services.node().get().name(), operation, "", 0, user);
  }

  private void sendJson(HttpExchange exchange, int status, Object answer) throws IOException {
    send(exchange, status, "application/json", mapper.writeValueAsBytes(answer));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] content)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, content.length);
    exchange.getResponseBody().write(content);
  }
}
