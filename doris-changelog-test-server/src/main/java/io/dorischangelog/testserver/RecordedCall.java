package io.dorischangelog.testserver;

import java.time.Instant;

/**
 * One call as the server saw it arrive, before it was carried out.
 *
 * @param protocol the door
 * @param node name of the front end or back end, such as {@code fe_1}, {@code be_1}
 * @param operation what was asked: {@code login}; {@code GET /api/tso} and so on (HTTP, with the
 *     path's own names); {@code query}, {@code ping}, {@code init-db}, {@code prepare} (MySQL);
 *     {@code GetFlightInfo}, {@code DoGet}, {@code CloseSession}, {@code SetSessionOptions}, {@code
 *     GetSessionOptions}, {@code CreatePreparedStatement}, {@code ClosePreparedStatement} (Flight)
 * @param sql the statement, or the empty text
 * @param sessionId number of the session, 0 where there is none
 * @param user the account, or the empty text before a log-in
 * @param time by the server's clock
 */
public record RecordedCall(
    Protocol protocol,
    String node,
    String operation,
    String sql,
    long sessionId,
    String user,
    Instant time) {}
