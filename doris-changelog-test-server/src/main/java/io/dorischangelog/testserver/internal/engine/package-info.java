/**
 * Executes statements. {@link io.dorischangelog.testserver.internal.engine.Engine} is the one entry
 * that the protocols (MySQL, HTTP, Flight) call; it parses with {@code internal.sql} and works on
 * {@code internal.store}.
 */
@NullMarked
package io.dorischangelog.testserver.internal.engine;

import org.jspecify.annotations.NullMarked;
