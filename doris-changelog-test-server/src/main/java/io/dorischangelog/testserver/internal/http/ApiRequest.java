package io.dorischangelog.testserver.internal.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A call of an account that was checked.
 *
 * @param user the account, or the empty text where none is needed and none came
 * @param path segments of the path, decoded
 * @param headers by their names in lower case; the first of each name
 * @param body content, as UTF-8 text
 */
record ApiRequest(String user, List<String> path, Map<String, String> headers, String body) {

  /** A segment counted from the end; 1 is the last. */
  String fromEnd(int position) {
    return path.get(path.size() - position);
  }

  /** A header in any case of its name, or the other text if it did not come. */
  String header(String name, String otherwise) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), otherwise);
  }
}
