package io.dorischangelog.testserver.internal.http;

import java.util.List;

/**
 * A call of an account that was checked.
 *
 * @param user the account, or the empty text where none is needed and none came
 * @param path segments of the path, decoded
 * @param body content, as UTF-8 text
 */
record ApiRequest(String user, List<String> path, String body) {

  /** A segment counted from the end; 1 is the last. */
  String fromEnd(int position) {
    return path.get(path.size() - position);
  }
}
