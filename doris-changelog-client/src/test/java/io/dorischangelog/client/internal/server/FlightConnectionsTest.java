package io.dorischangelog.client.internal.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.LeakCheck;
import java.io.IOException;
import java.time.Duration;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class FlightConnectionsTest {

  @Test
  void aCallThatIsLateOpensNoConnectionThatNobodyWouldEnd() {
    try (BufferAllocator memory = new RootAllocator()) {
      FlightConnections connections = new FlightConnections(memory, Duration.ofSeconds(5), null);
      connections.close();
      assertThatThrownBy(() -> connections.backEnd(HostAndPort.parse("127.0.0.1:1")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("closed");
    }
  }
}
