/**
 * What goes wrong on purpose: {@link io.dorischangelog.testserver.internal.fault.FaultPlan} holds
 * the orders of a test, and the servers ask it at each {@link
 * io.dorischangelog.testserver.internal.fault.FaultPoint}.
 */
@NullMarked
package io.dorischangelog.testserver.internal.fault;

import org.jspecify.annotations.NullMarked;
