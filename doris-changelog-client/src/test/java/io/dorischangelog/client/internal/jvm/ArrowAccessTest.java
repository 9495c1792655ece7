package io.dorischangelog.client.internal.jvm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class ArrowAccessTest {

  @Test
  void withTheFlagNothingHappens() {
    assertThatCode(ArrowAccess::require).doesNotThrowAnyException();
  }

  @Test
  void withoutItTheErrorNamesTheFlag() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ArrowAccess.require(false))
        .withMessageContaining("--add-opens=java.base/java.nio=ALL-UNNAMED");
  }
}
