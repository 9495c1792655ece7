package io.dorischangelog.testserver.internal.http;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * What every controller answers, always with HTTP status 200.
 *
 * @param msg fixed text of the kind of answer
 * @param code 0 for success; not the HTTP status
 * @param data payload, or the text of an error
 * @param count always 0 here
 */
@JsonPropertyOrder({"msg", "code", "data", "count"})
record Envelope(String msg, int code, @Nullable Object data, int count) {

  static Envelope ok(@Nullable Object data) {
    return new Envelope("success", 0, data, 0);
  }

  static Envelope error(String text) {
    return new Envelope("Error", 1, text, 0);
  }

  static Envelope unauthorized(String text) {
    return new Envelope("Unauthorized", 401, text, 0);
  }

  /** Doris' BAD_REQUEST, whose number is 403. */
  static Envelope badRequest(String text) {
    return new Envelope("Bad Request", 403, text, 0);
  }

  static Envelope notFound(String text) {
    return new Envelope("Not Found", 404, text, 0);
  }

  static Envelope internalError(String text) {
    return new Envelope("Internal Error", 500, text, 0);
  }
}
