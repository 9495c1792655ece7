package io.dorischangelog.client.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTextTest {

  @Property
  void anyTextComesBackFromOneLine(@ForAll String text) {
    Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(text));
    String line = PercentText.encode(text);

    assertThat(line).doesNotContain("\n", "\r", ";", "=");
    assertThat(PercentText.decode(line)).isEqualTo(text);
  }

  @Test
  void lettersStayReadable() {
    assertThat(PercentText.encode("заказы 仓库; a=b%\n")).isEqualTo("заказы 仓库%3B a%3Db%25%0A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz", "%41", "a;b", "%3b", "%C3"})
  void whatWasNotWrittenHereIsRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> PercentText.decode(line));
  }

  @Test
  void halfASurrogatePairIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> PercentText.encode("\ud83d"));
  }
}
