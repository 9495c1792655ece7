/**
 * Talks to a Doris cluster: metadata and clock over HTTP, queries over Arrow Flight SQL, fail-over
 * between front ends. Knows connections and sessions, not windows or rows.
 */
@NullMarked
package io.dorischangelog.client.internal.server;

import org.jspecify.annotations.NullMarked;
