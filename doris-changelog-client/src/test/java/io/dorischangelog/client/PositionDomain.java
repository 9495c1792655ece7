package io.dorischangelog.client;

import io.dorischangelog.client.PositionContext.OpenWindow;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.internal.tso.Tso;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Positions of every kind, close enough together that they often meet. */
public final class PositionDomain extends DomainContextBase {

  private static final long BASE = Instant.parse("2026-10-01T10:00:00Z").toEpochMilli();

  @Provide
  Arbitrary<TableId> tables() {
    Arbitrary<String> names =
        Arbitraries.strings()
            .ofMinLength(1)
            .ofMaxLength(12)
            .filter(
                name ->
                    name.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(name));
    return Combinators.combine(names, names).as(TableId::new);
  }

  @Provide
  Arbitrary<Position> positions() {
    return Combinators.combine(places(), contexts()).as(Position::withContext);
  }

  private Arbitrary<Position> places() {
    PositionContext context = PositionContext.of(new TableId("a", "b"));
    Arbitrary<Long> tsos =
        Arbitraries.oneOf(
            Combinators.combine(
                    Arbitraries.longs().between(BASE, BASE + 2000),
                    Arbitraries.of(0, 1, 2, Tso.MAX_COUNTER))
                .as(Tso::compose),
            Arbitraries.longs().greaterOrEqual(Long.MIN_VALUE + 1));
    Arbitrary<Instant> seconds =
        Arbitraries.oneOf(
                Arbitraries.longs().between(BASE / 1000, BASE / 1000 + 2),
                Arbitraries.longs().between(-30_000_000_000L, 30_000_000_000L))
            .map(Instant::ofEpochSecond);
    return Arbitraries.oneOf(
        Combinators.combine(tsos, Arbitraries.longs().between(0, 3))
            .as((tso, rows) -> Position.of(tso, rows, context)),
        tsos.map(tso -> Position.complete(tso, context)),
        seconds.map(second -> Position.snapshot(second, context)),
        seconds.map(second -> Position.endOfWindow(second, context)));
  }

  private Arbitrary<PositionContext> contexts() {
    return Combinators.combine(
            tables(),
            Arbitraries.strings().ofMaxLength(8).filter(this::isText).injectNull(0.3),
            seen().injectNull(0.3),
            windows().injectNull(0.7),
            laterEnds())
        .as(PositionContext::new);
  }

  private boolean isText(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private Arbitrary<SeenTable> seen() {
    Arbitrary<Instant> created =
        Arbitraries.longs().between(0, 4_000_000_000L).map(Instant::ofEpochSecond);
    return Combinators.combine(
            created.injectNull(0.2),
            Arbitraries.longs().greaterOrEqual(1).map(Duration::ofSeconds).injectNull(0.2),
            Arbitraries.longs().set().ofMaxSize(4).injectNull(0.2))
        .as(SeenTable::of);
  }

  /** Behind all open windows. */
  private Arbitrary<List<Instant>> laterEnds() {
    return Arbitraries.longs()
        .between(BASE / 1000 + 5, BASE / 1000 + 9)
        .set()
        .ofMaxSize(2)
        .map(ends -> ends.stream().sorted().map(Instant::ofEpochSecond).toList());
  }

  private Arbitrary<OpenWindow> windows() {
    return Combinators.combine(
            Arbitraries.longs().between(BASE / 1000, BASE / 1000 + 2),
            Arbitraries.longs().between(1, 2))
        .as(
            (start, length) ->
                new OpenWindow(
                    Instant.ofEpochSecond(start), Instant.ofEpochSecond(start + length)));
  }
}
