package io.dorischangelog.testserver;

import java.util.List;

/**
 * What a server was asked, for assertions: every call in the order of arrival, and counters.
 * Thread-safe; each method answers for the moment it is called.
 */
public interface ServerCalls {

  /** All calls since the start or the last {@link #clear()}. */
  List<RecordedCall> all();

  /** The calls by one door. */
  default List<RecordedCall> by(Protocol protocol) {
    return all().stream().filter(call -> call.protocol() == protocol).toList();
  }

  /** The statements received by one door, in order. */
  default List<String> statements(Protocol protocol) {
    return by(protocol).stream().map(RecordedCall::sql).filter(sql -> !sql.isEmpty()).toList();
  }

  /** Successful log-ins by one door since the start or the last {@link #clear()}. */
  long logins(Protocol protocol);

  /** Refused log-ins by one door since the start or the last {@link #clear()}. */
  long refusedLogins(Protocol protocol);

  /** Sessions opened by one door since the start or the last {@link #clear()}. */
  long sessionsOpened(Protocol protocol);

  /** Sessions of one door that are open now; not affected by {@link #clear()}. */
  int openSessions(Protocol protocol);

  /** CloseSession calls that ended a Flight session, since the start or the last clear. */
  long sessionsClosedByClient();

  /**
   * Rows of the batches that were put on Flight streams since the start or the last {@link
   * #clear()}: those that the client has, and those under way to it. A stream stops while its
   * client takes nothing.
   */
  long rowsSent();

  /** Bytes of Arrow memory of the same batches. */
  long bytesSent();

  /** Forgets the calls and sets the counters back to 0. */
  void clear();
}
