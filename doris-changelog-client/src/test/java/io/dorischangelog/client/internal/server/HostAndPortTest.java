package io.dorischangelog.client.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAndPortTest {

  @Test
  void namesAddressesAndListsAreRead() {
    assertThat(HostAndPort.parse(" fe-1.example:8030 "))
        .isEqualTo(new HostAndPort("fe-1.example", 8030));
    assertThat(HostAndPort.parse("[::1]:8030")).isEqualTo(new HostAndPort("::1", 8030));
    assertThat(HostAndPort.parseList("a:1,b:2")).hasSize(2);
  }

  @Test
  void anIpv6HostGetsItsBracketsBack() {
    assertThat(HostAndPort.parse("[::1]:8030")).hasToString("[::1]:8030");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fe",
        ":8030",
        "fe:",
        "fe:0",
        "fe:65536",
        "fe:8x",
        "::1:8030",
        "http://fe:8030"
      })
  void otherFormsAreRefusedWithAnExample(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostAndPort.parse(text))
        .withMessageContaining("host:port");
  }
}
