/**
 * Arrow Flight SQL: {@link io.dorischangelog.testserver.internal.flight.FrontEndProducer} logs in,
 * plans and answers what front ends answer; {@link
 * io.dorischangelog.testserver.internal.flight.BackEndProducer} streams the rows of queries.
 */
@NullMarked
package io.dorischangelog.testserver.internal.flight;

import org.jspecify.annotations.NullMarked;
