package io.dorischangelog.flink;

import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SourceTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;

/** Flink's own test suite for sources: savepoints, other parallelisms, fail-over, metrics. */
class FlinkSourceSuiteTest extends SourceTestSuiteBase<String> {

  @TestEnv final MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

  @TestSemantics
  final CheckpointingMode[] semantics = {
    CheckpointingMode.EXACTLY_ONCE, CheckpointingMode.AT_LEAST_ONCE
  };

  @TestContext final ExternalContextFactory<WritersContext> writers = test -> new WritersContext();
}
