package io.dorischangelog.client.functional;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.functional.ReadEverything.Figures;
import io.dorischangelog.client.functional.ReadEverything.Kind;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Whatever breaks on the way: a consumer has applied every change of the table in order, and what
 * came twice was flagged or not committed. The seed that is printed repeats all choices.
 */
class ReadEverythingPropertyTest {
  private static final Figures FIGURES = new Figures();

  @AfterContainer
  static void print() {
    System.out.println("read everything: " + FIGURES);
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void everyChangeOfATableWithHistory(@ForAll long seed) {
    new ReadEverything(seed, Kind.HISTORY, IncrementType.DETAIL, FIGURES).run();
  }

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void everyChangeOfATableWithoutHistory(@ForAll long seed) {
    new ReadEverything(seed, Kind.NO_HISTORY, IncrementType.DETAIL, FIGURES).run();
  }

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void everyRowOfADuplicateTable(@ForAll long seed) {
    new ReadEverything(seed, Kind.DUPLICATE, IncrementType.DETAIL, FIGURES).run();
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void everyAppendedRow(@ForAll long seed) {
    new ReadEverything(seed, Kind.HISTORY, IncrementType.APPEND_ONLY, FIGURES).run();
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void theNetEffectOfEveryWindow(@ForAll long seed) {
    new ReadEverything(seed, Kind.HISTORY, IncrementType.MIN_DELTA, FIGURES).run();
  }
}
