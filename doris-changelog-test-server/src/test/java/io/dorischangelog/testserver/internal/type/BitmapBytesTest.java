package io.dorischangelog.testserver.internal.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BitmapBytesTest {

  @Test
  void nothingIsOneByte() {
    assertThat(hex()).isEqualTo("00");
  }

  @Test
  void oneValueIsKeptAsItself() {
    assertThat(hex(1)).isEqualTo("0101000000");
    assertThat(hex(0xffff_ffffL)).isEqualTo("01ffffffff");
    assertThat(hex(0x1_0000_0000L)).isEqualTo("030000000001000000");
  }

  @Test
  void valuesOf32BitsAreOneRoaringBitmap() {
    // cookie, one container: key 0 with two members, offset 16, members 1 and 2
    assertThat(hex(1, 2))
        .isEqualTo("02" + "3a300000" + "01000000" + "00000100" + "10000000" + "01000200");
  }

  @Test
  void valuesOf64BitsAreGroupedByTheirHighHalf() {
    assertThat(hex(1, 0x1_0000_0002L)).startsWith("0402" + "00000000" + "3a300000");
  }

  @Test
  void aFullContainerIsABitset() {
    byte[] bytes = BitmapBytes.of(members(LongStream.range(0, 4097).toArray()));
    assertThat(bytes).hasSize(1 + 16 + 8192);
    assertThat(Arrays.copyOfRange(bytes, 17, 17 + 512)).containsOnly(0xff);
    assertThat(bytes[17 + 512]).isEqualTo((byte) 1);
  }

  private static String hex(long... values) {
    return HexFormat.of().formatHex(BitmapBytes.of(members(values)));
  }

  private static NavigableSet<Long> members(long... values) {
    TreeSet<Long> members = new TreeSet<>();
    Arrays.stream(values).forEach(members::add);
    return members;
  }
}
