package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.wire.WireBatch;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LARGEINT as text, IPV4 as a number, IPV6 as text. */
class Case05NumbersInAnotherShapeTest {

  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final String MIN = "-170141183460469231731687303715884105728";
  private static final String MAX = "170141183460469231731687303715884105727";

  @Test
  void largeIntsAreExactWithAndWithoutAHint() {
    for (Field field :
        List.of(
            WireBatch.hinted("big", WireBatch.UTF8, "LARGEINT"),
            WireBatch.field("big", WireBatch.UTF8))) {
      try (WireBatch batch = new WireBatch().column(field, MIN, MAX, "0", "-1", null)) {
        assertThat(batch.values("big", "largeint"))
            .containsExactly(
                new BigInteger(MIN),
                new BigInteger(MAX),
                BigInteger.ZERO,
                BigInteger.valueOf(-1),
                null);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"12x", "", " 1", "1.0", "170141183460469231731687303715884105728", "1e3"})
  void aTextThatIsNoLargeIntIsRefusedWithColumnAndRow(String bad) {
    try (WireBatch batch = new WireBatch().column("big", WireBatch.UTF8, "1", bad)) {
      assertThatThrownBy(() -> batch.values("big", "largeint"))
          .isInstanceOfSatisfying(
              UnreadableValueException.class,
              e -> {
                assertThat(e.column()).isEqualTo("big");
                assertThat(e.row()).isEqualTo(1);
              })
          .hasMessageContaining("'" + bad + "'");
    }
  }

  @Test
  void largeIntsOfSixteenBytesBeginWithTheLowest() {
    byte[] minusTwo = new byte[16];
    java.util.Arrays.fill(minusTwo, (byte) -1);
    minusTwo[0] = -2;
    byte[] large = new byte[16];
    large[8] = 1;
    try (WireBatch batch =
        new WireBatch().column("big", new ArrowType.FixedSizeBinary(16), minusTwo, large, null)) {
      assertThat(batch.values("big", "largeint"))
          .containsExactly(BigInteger.valueOf(-2), BigInteger.ONE.shiftLeft(64), null);
    }
  }

  @Test
  void addressesAreTheBitsOfTheNumber() throws Exception {
    for (Field field :
        List.of(WireBatch.hinted("ip4", INT32, "IPV4"), WireBatch.field("ip4", INT32))) {
      try (WireBatch batch =
          new WireBatch()
              .column(field, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1073741302, null)) {
        assertThat(batch.values("ip4", "ipv4"))
            .containsExactly(
                address(255, 255, 255, 255),
                address(128, 0, 0, 0),
                address(127, 255, 255, 255),
                address(0, 0, 0, 0),
                address(192, 0, 2, 10),
                null);
      }
    }
  }

  @Test
  void withoutADeclaredAddressTypeTheNumbersStayAsSent() {
    try (WireBatch batch = new WireBatch().column("ip4", INT32, -1, 0, null)) {
      assertThat(batch.values("ip4", "int")).containsExactly(-1, 0, null);
    }
  }

  @Test
  void aColumnThatBecameAnAddressIsNotReadAsANumber() {
    try (WireBatch batch = new WireBatch().column(WireBatch.hinted("ip4", INT32, "IPV4"), -1)) {
      assertThatThrownBy(() -> batch.values("ip4", "int"))
          .isInstanceOf(SchemaChangedException.class)
          .hasMessageContaining("ip4")
          .hasMessageContaining("IPV4");
    }
  }

  @Test
  void unsignedAddressesAreTheSame() throws Exception {
    try (WireBatch batch =
        new WireBatch().column("ip4", new ArrowType.Int(32, false), 4294967295L, 3221225994L)) {
      assertThat(batch.values("ip4", "ipv4"))
          .containsExactly(address(255, 255, 255, 255), address(192, 0, 2, 10));
    }
  }

  @Test
  void ipv6StaysSixteenBytes() {
    String all = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
    try (WireBatch batch =
        new WireBatch()
            .column(
                WireBatch.hinted("ip6", WireBatch.UTF8, "IPV6"),
                "::",
                "::1",
                "2001:db8::ff00:42:8329",
                "::ffff:192.0.2.128",
                all,
                "1:2:3:4:5:6:7::",
                null)) {
      List<Object> values = batch.values("ip6", "ipv6");
      assertThat(values)
          .map(value -> value == null ? "null" : ((Inet6Address) value).getHostAddress())
          .containsExactly(
              "0:0:0:0:0:0:0:0",
              "0:0:0:0:0:0:0:1",
              "2001:db8:0:0:0:ff00:42:8329",
              "0:0:0:0:0:ffff:c000:280",
              all,
              "1:2:3:4:5:6:7:0",
              "null");
      assertThat(((Inet6Address) values.get(3)).getAddress())
          .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 128);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "1:2:3",
        "1::2::3",
        ":::",
        "12345::",
        "1:2:3:4:5:6:7:8:9",
        "::1.2.3",
        "::256.1.1.1",
        "1:2:3:4:5:6:7:8::",
        "::g",
        "::-1",
        "1.2.3.4",
        ""
      })
  void aNameOrBrokenAddressIsRefusedAndNeverLookedUp(String bad) {
    try (WireBatch batch = new WireBatch().column("ip6", WireBatch.UTF8, bad)) {
      assertThatThrownBy(() -> batch.values("ip6", "ipv6"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("ip6");
    }
  }

  private static InetAddress address(int... octets) throws Exception {
    byte[] bytes = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      bytes[i] = (byte) octets[i];
    }
    return InetAddress.getByAddress(bytes);
  }
}
