package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import java.util.List;

/**
 * A result, or one part of it, that waits on a back end to be fetched.
 *
 * @param ticket names it
 * @param sessionId session that asked for it
 * @param columns its columns
 * @param rows its rows, to be pulled once
 * @param layout how values are laid out
 * @param batchSize most rows of a batch
 * @param atFrontEnd whether the plan named no location, so that the front end is asked for it
 */
record BackEndQuery(
    QueryTicket ticket,
    long sessionId,
    List<ResultColumn> columns,
    RowSource rows,
    ArrowLayout layout,
    int batchSize,
    boolean atFrontEnd) {}
