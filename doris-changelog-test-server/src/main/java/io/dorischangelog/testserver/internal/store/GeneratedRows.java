package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Inserts that exist only while they are read. Immutable. */
final class GeneratedRows {
  private static final long DAYS = 36_525;
  private static final long MAX_UNSCALED = 999_999_999_999_999_999L;

  private static final DorisType BIGINT = DorisType.of(DorisType.Kind.BIGINT);

  private final GeneratedChanges spec;
  private final ChangelogNames names;
  private final Timeline timeline;
  private final long tabletId;
  private final Map<Integer, GeneratedColumn> columns = new HashMap<>();

  /**
   * The commits of generated rows.
   *
   * @param firstTso TSO of the first transaction
   * @param step distance of one TSO to the next
   * @param firstLsn LSN of the first row
   */
  record Timeline(long firstTso, long step, long firstLsn) {}

  GeneratedRows(
      GeneratedChanges spec,
      TableSchema schema,
      Timeline timeline,
      long tabletId,
      ChangelogNames names) {
    this.spec = spec;
    this.names = names;
    this.timeline = timeline;
    this.tabletId = tabletId;
    boolean first = true;
    for (Column column : schema.columns()) {
      boolean key = first && column.key();
      columns.put(column.uniqueId(), generate(column, key));
      first = false;
    }
  }

  private GeneratedColumn generate(Column column, boolean key) {
    DorisType type = column.type();
    long salt = LongSequence.mix(spec.seed() + column.uniqueId());
    return switch (type.kind()) {
      case CHAR, VARCHAR, STRING -> text(column, salt, key);
      case INT, BIGINT, LARGEINT ->
          new GeneratedNumber(type, key ? new LongSequence.Count(0) : number(type, salt));
      case BOOLEAN, TINYINT, SMALLINT, FLOAT, DOUBLE, DECIMAL, DATE, DATETIME, TIMESTAMPTZ -> {
        requireNotKey(column, key);
        yield new GeneratedNumber(type, number(type, salt));
      }
      default ->
          throw new IllegalArgumentException(
              "column " + column.name() + ": no generated values of type " + type.sql());
    };
  }

  private static GeneratedText text(Column column, long salt, boolean key) {
    int length = column.type().length() < 0 ? Integer.MAX_VALUE : column.type().length();
    if (key && length < GeneratedText.KEY_DIGITS) {
      throw new IllegalArgumentException(
          "column "
              + column.name()
              + " is too short: generated keys have "
              + GeneratedText.KEY_DIGITS
              + " digits");
    }
    return new GeneratedText(new LongSequence.Bits(salt, 0), length, key);
  }

  private static void requireNotKey(Column column, boolean key) {
    if (key) {
      throw new IllegalArgumentException(
          "column "
              + column.name()
              + ": the first key column of generated rows must be INT, BIGINT, LARGEINT or text");
    }
  }

  private static LongSequence number(DorisType type, long salt) {
    return switch (type.kind()) {
      case DECIMAL -> new LongSequence.Within(salt, power(type.length()));
      case FLOAT, DOUBLE -> new LongSequence.Bits(salt, 40);
      case DATE -> new LongSequence.Multiples(salt, DAYS, 1);
      case DATETIME, TIMESTAMPTZ -> {
        long ticks = DAYS * 86_400 * GeneratedNumber.ticksPerSecond(type);
        long unit = type.length() == 4 ? 100 : type.length() == 5 ? 10 : 1;
        long coarse = type.length() == 1 ? 100 : type.length() == 2 ? 10 : unit;
        yield new LongSequence.Multiples(salt, ticks / coarse, coarse);
      }
      case BOOLEAN -> new LongSequence.Multiples(salt, 2, 1);
      default -> new LongSequence.Bits(salt, 0);
    };
  }

  private static long power(int digits) {
    long power = 1;
    for (int i = 0; i < digits && power < MAX_UNSCALED / 10; i++) {
      power *= 10;
    }
    return power;
  }

  long firstTso() {
    return timeline.firstTso();
  }

  long lastTso() {
    return timeline.firstTso() + (spec.transactions() - 1) * timeline.step();
  }

  long tabletId() {
    return tabletId;
  }

  /** Checks that there is time for the commits behind what the table has, and lays them out. */
  static Timeline plan(GeneratedChanges spec, TableData data, TsoClock clock) {
    long transactions = spec.transactions();
    if (spec.spread().isZero()) {
      return new Timeline(clock.reserve(transactions), 1, data.reserveLsn(spec.rows()));
    }
    long end = TsoClock.compose(TsoClock.physical(clock.current()), 0);
    long start = end - TsoClock.compose(spec.spread().toMillis(), 0);
    long step = (end - start) / transactions;
    if (start <= data.visibleTso() || step < 1) {
      throw new IllegalArgumentException(
          "spread is "
              + spec.spread()
              + ": it must begin after the table's last commit, and have room for "
              + transactions
              + " commits");
    }
    return new Timeline(start, step, data.reserveLsn(spec.rows()));
  }

  /** The first row whose TSO is not below one. */
  private long rowAt(long tso) {
    if (tso <= timeline.firstTso()) {
      return 0;
    }
    if (tso > lastTso()) {
      return spec.rows();
    }
    long transaction = (tso - timeline.firstTso() + timeline.step() - 1) / timeline.step();
    return Math.min(transaction * spec.rowsPerTransaction(), spec.rows());
  }

  /** The rows with a TSO in [start, end) in the columns of a scan. */
  GeneratedCursor cursor(TableSchema schema, List<ResultColumn> scan, long startTso, long endTso) {
    GeneratedColumn[] shown = new GeneratedColumn[scan.size()];
    int visible = schema.columns().size();
    for (int i = 0; i < shown.length; i++) {
      shown[i] = i < visible ? visible(schema.columns().get(i)) : hidden(scan.get(i).label());
    }
    return new GeneratedCursor(shown, rowAt(startTso), rowAt(endTso));
  }

  private GeneratedColumn visible(Column column) {
    GeneratedColumn known = columns.get(column.uniqueId());
    return known == null ? new GeneratedConstant(column.initial()) : known;
  }

  /** Before images and the hidden sequence are NULL. */
  private GeneratedColumn hidden(String label) {
    if (label.equals(names.tsoColumn()) || label.equals(ScanColumns.COMMIT_TSO)) {
      return new GeneratedNumber(
          BIGINT,
          new LongSequence.Stairs(timeline.firstTso(), timeline.step(), spec.rowsPerTransaction()));
    }
    if (label.equals(names.lsnColumn())) {
      return new GeneratedNumber(BIGINT, new LongSequence.Count(timeline.firstLsn()));
    }
    if (label.equals(names.opColumn())) {
      return new GeneratedNumber(
          BIGINT, new LongSequence.Stairs(ChangeEvent.APPEND, 0, Integer.MAX_VALUE));
    }
    return new GeneratedConstant(label.equals(Write.DELETE_SIGN) ? (byte) 0 : null);
  }
}
