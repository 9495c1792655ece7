/**
 * An embedded stand-in for an Apache Doris cluster with the changelog feature, for tests of
 * anything that reads changes. Begin at {@code DorisTestServer}.
 */
@NullMarked
package io.dorischangelog.testserver;

import org.jspecify.annotations.NullMarked;
