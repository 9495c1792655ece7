package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeenPartitionsTest {
  private static final List<Long> MANY = LongStream.range(20_000, 30_000).boxed().toList();

  private static SeenPartitions restored(List<Long> ids) {
    return SeenPartitions.parse(SeenPartitions.of(ids).toText());
  }

  @Test
  void missingOnesAreNamed() {
    SeenPartitions seen = restored(List.of(10L, 30L, 20L));
    assertThat(seen.areAllIn(List.of(10L, 20L, 30L, 40L))).isTrue();
    assertThat(seen.areAllIn(List.of(10L, 30L, 40L))).isFalse();
    assertThat(seen.missingFrom(List.of(10L, 30L, 40L))).containsExactly(20L);
  }

  @Test
  void theTextOfTenThousandIsShort() {
    assertThat(SeenPartitions.of(MANY).toText()).hasSizeLessThan(60);
    assertThat(restored(MANY)).isEqualTo(SeenPartitions.of(MANY));
    assertThat(restored(MANY).count()).isEqualTo(10_000);
    assertThat(restored(MANY).ids()).isEmpty();
  }

  @Test
  void ofTenThousandItIsSeenThatOneIsMissingButNotWhich() {
    List<Long> present = new ArrayList<>(MANY);
    present.add(40_000L);
    assertThat(restored(MANY).areAllIn(present)).isTrue();
    present.remove(Long.valueOf(25_000));
    assertThat(restored(MANY).areAllIn(present)).isFalse();
    assertThat(restored(MANY).missingFrom(present)).isEmpty();
    assertThat(SeenPartitions.of(MANY).missingFrom(present)).containsExactly(25_000L);
  }

  @Test
  void aThousandAreStillWrittenOut() {
    List<Long> thousand = LongStream.range(0, SeenPartitions.MOST_IN_TEXT).boxed().toList();
    assertThat(restored(thousand).ids()).hasValueSatisfying(ids -> assertThat(ids).hasSize(1_000));
  }

  @Test
  void otherTextIsRefused() {
    for (String text : List.of("1,x", "#10/5", "#10/5/zz", "1,,2")) {
      assertThatIllegalArgumentException().isThrownBy(() -> SeenPartitions.parse(text));
    }
  }
}
