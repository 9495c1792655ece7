package io.dorischangelog.testserver.internal.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call of an account that was checked.
 *
 * @param user the account, or the empty text where none is needed and none came
 * @param path segments of the path, decoded
 * @param body content, as UTF-8 text
 * @param headers the values of a header, by its name in any case
 */
record ApiRequest(
    String user, List<String> path, String body, Function<String, @Nullable String> headers) {

  /** A header's first value; an empty text if it was not sent. */
  String header(String name) {
    String value = headers.apply(name);
    return value == null ? "" : value;
  }

  /** A segment counted from the end; 1 is the last. */
  String fromEnd(int position) {
    return path.get(path.size() - position);
  }
}
