/**
 * HTTP of a front end: {@link io.dorischangelog.testserver.internal.http.HttpFrontEnd}. Answers of
 * the API come in Doris' envelope, with HTTP status 200 also for errors.
 */
@NullMarked
package io.dorischangelog.testserver.internal.http;

import org.jspecify.annotations.NullMarked;
