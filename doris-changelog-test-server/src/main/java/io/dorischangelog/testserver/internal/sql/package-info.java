/**
 * The SQL that the stand-in reads itself: a lexer, a recursive-descent parser in pieces by kind of
 * statement, and the syntax tree as records. Begin at {@link
 * io.dorischangelog.testserver.internal.sql.SqlParser}. Nothing here knows tables or sessions.
 */
@NullMarked
package io.dorischangelog.testserver.internal.sql;

import org.jspecify.annotations.NullMarked;
