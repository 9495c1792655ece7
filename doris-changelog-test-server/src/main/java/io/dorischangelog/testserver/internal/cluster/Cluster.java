package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.ServerCalls;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The running servers of one cluster over one store. */
@SuppressWarnings("DoNotCallSuggester")
public final class Cluster implements AutoCloseable {
  private final InstantSource clock;

  private Cluster(InstantSource clock) {
    this.clock = clock;
  }

  public static Cluster start(
      InstantSource clock, EngineSettings settings, ClusterOptions options) {
    return new Cluster(clock);
  }

  public InstantSource clock() {
    return clock;
  }

  public List<String> httpAddresses() {
    throw new UnsupportedOperationException("not wired yet");
  }

  public FrontEndNode node(int index) {
    throw new UnsupportedOperationException("not wired yet");
  }

  public List<List<@Nullable Object>> execute(String sql) {
    throw new UnsupportedOperationException("not wired yet");
  }

  public ServerCalls calls() {
    throw new UnsupportedOperationException("not wired yet");
  }

  @Override
  public void close() {}
}
