package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.wire.CallLog;

/** What a back end works with. */
public record BackEndServices(CallLog calls, FaultPlan faults) {}
