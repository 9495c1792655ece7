/**
 * What the servers of all protocols share: the sessions of the cluster, the log of calls, and the
 * text form of values.
 */
@NullMarked
package io.dorischangelog.testserver.internal.wire;

import org.jspecify.annotations.NullMarked;
