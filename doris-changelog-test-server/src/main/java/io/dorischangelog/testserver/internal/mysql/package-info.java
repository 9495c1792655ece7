/**
 * The MySQL protocol of a front end: {@link
 * io.dorischangelog.testserver.internal.mysql.MysqlServer}. Text results only, as Doris answers
 * COM_QUERY; statements prepared on the server are refused, so drivers prepare them themselves.
 */
@NullMarked
package io.dorischangelog.testserver.internal.mysql;

import org.jspecify.annotations.NullMarked;
