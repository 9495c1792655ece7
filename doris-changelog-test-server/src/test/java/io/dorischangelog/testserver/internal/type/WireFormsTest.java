package io.dorischangelog.testserver.internal.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.WireForm;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

/** The forms of servers that are not the newest. */
final class WireFormsTest extends SentCells {
  private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

  @Test
  void olderServersSendDatetimesAsInstantsWithTheSessionZone() {
    ArrowLayout older =
        new ArrowLayout(Set.of(WireForm.UNTYPED_FIELDS, WireForm.ZONED_DATETIMES), SHANGHAI);
    DorisType type = DorisType.of(Kind.DATETIME, 0);
    LocalDateTime time = LocalDateTime.parse("1970-01-01T08:00:00");
    assertThat(ticks(type, older, time)).isZero();
    assertThat(field(type, older).getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.SECOND, "Asia/Shanghai"));
  }

  @Test
  void datesOfTheFirstVersionTravelAsText() {
    ArrowLayout first = with(WireForm.TEXT_DATES);
    LocalDateTime time = LocalDateTime.parse("2026-11-30T01:02:03");
    assertThat(sentWith(first, DorisType.of(Kind.DATE), time.toLocalDate(), null))
        .containsExactly("2026-11-30", null);
    assertThat(sentWith(first, DorisType.of(Kind.DATETIME, 0), time))
        .containsExactly("2026-11-30 01:02:03");
    assertThat(ticks(DorisType.of(Kind.DATETIME, 1), first, time)).isEqualTo(1796000523000L);
  }

  @Test
  void largeIntsMayTravelAsBytesAndAddressesAsText() {
    byte[] lowestFirst = new byte[16];
    Arrays.fill(lowestFirst, (byte) -1);
    lowestFirst[0] = -2;
    assertThat(
            sentWith(
                with(WireForm.BINARY_LARGEINTS),
                DorisType.of(Kind.LARGEINT),
                BigInteger.valueOf(-2),
                null))
        .containsExactly(lowestFirst, null);
    assertThat(sentWith(with(WireForm.TEXT_ADDRESSES), DorisType.of(Kind.IPV4), Integer.MIN_VALUE))
        .containsExactly("128.0.0.0");
  }

  @Test
  void objectsMayHaveToBeAskedFor() {
    ArrowLayout unasked = with(WireForm.OBJECTS_ON_REQUEST);
    assertThat(sentWith(unasked, DorisType.of(Kind.BITMAP), new TreeSet<>(Set.of(7L))))
        .containsNull();
    assertThat(sentWith(unasked, DorisType.of(Kind.VARBINARY), new byte[] {1}))
        .containsExactly(new byte[] {1});
  }

  @Test
  void variantsTravelAsTextOrAsKeysAndValue() {
    DorisType type = DorisType.of(Kind.VARIANT);
    assertThat(sentWith(with(WireForm.TEXT_VARIANTS), type, "{\"a\":1}", null))
        .containsExactly("{\"a\":1}", null);
    List<Object> binary = sentWith(with(WireForm.BINARY_VARIANTS), type, "true", null);
    assertThat(binary.get(1)).isNull();
    assertThat((byte[]) ((Map<?, ?>) binary.get(0)).get("value")).containsExactly(1 << 2);
    assertThat(field(type, with(WireForm.BINARY_VARIANTS)).getMetadata())
        .containsEntry("ARROW:extension:name", "arrow.parquet.variant");
  }

  private static ArrowLayout with(WireForm form) {
    return new ArrowLayout(Set.of(form), ZoneOffset.UTC);
  }
}
