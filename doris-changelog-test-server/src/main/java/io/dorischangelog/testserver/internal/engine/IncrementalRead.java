package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.store.ChangeRequest;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.IncrementType;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Selection;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TableScan;
import io.dorischangelog.testserver.internal.store.TsoClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code t@incr(...)}: reads the parameters and plans the read of the changes. */
final class IncrementalRead {
  private static final String START = "startTimestamp";
  private static final String END = "endTimestamp";
  private static final String TYPE = "incrementType";
  private static final Set<String> PARAMETERS = Set.of(START, END, TYPE);

  private final StatementContext context;
  private final Table table;

  IncrementalRead(StatementContext context, Table table) {
    this.context = context;
    this.table = table;
  }

  Source source(Map<String, String> parameters, Selection selection) {
    EngineSettings settings = context.services().settings();
    if (!settings.changelogEnabled()) {
      throw ChangelogTexts.featureDisabled(settings.names());
    }
    if (!table.changelogEnabled()) {
      throw context.catalog().texts().notEnabled();
    }
    IncrementType type = type(parameters);
    for (String key : parameters.keySet()) {
      if (!PARAMETERS.contains(key)) {
        throw DorisException.of("Unsupported parameter in incr query: " + key);
      }
    }
    long start = bound(parameters, START, 0);
    long end = bound(parameters, END, Long.MAX_VALUE);
    return planned(type, start, end, selection);
  }

  private Source planned(IncrementType type, long start, long end, Selection selection) {
    long reference = context.referenceTso();
    java.util.function.Function<ChangeRequest.Order, TableScan> open =
        order ->
            new OperationColumn(context.services().settings())
                .narrowed(
                    table.changes(
                        new ChangeRequest(type, start, end, reference, selection, order)));
    List<ResultColumn> columns = open.apply(ChangeRequest.Order.STORAGE).columns();
    return new Source(table.name(), columns, table.schema().columns().size(), commitOrder(), open);
  }

  private List<String> commitOrder() {
    ChangelogNames names = context.services().settings().names();
    List<String> order = new ArrayList<>();
    order.add(names.tsoColumn());
    if (table.keys().model() == KeyModel.UNIQUE) {
      table.schema().columns().stream().filter(Column::key).map(Column::name).forEach(order::add);
    }
    order.add(names.lsnColumn());
    order.add(names.opColumn());
    return order;
  }

  /** Unknown types have the text of an unknown parameter, on duplicate tables too (recorded). */
  private IncrementType type(Map<String, String> parameters) {
    String given = parameters.get(TYPE);
    if (given == null) {
      return IncrementType.defaultOf(table.keys().model());
    }
    String upper = given.toUpperCase(Locale.ROOT);
    for (IncrementType type : IncrementType.values()) {
      if (type.name().equals(upper)) {
        return type;
      }
    }
    throw DorisException.of(
        "Unsupported parameter in incr query: Unsupported increment type in incr query: " + upper);
  }

  /** Old windows begin behind their start's millisecond and hold that of their end. */
  private long bound(Map<String, String> parameters, String key, long absent) {
    long tso = tso(parameters, key, absent);
    boolean shifts = context.services().settings().oldWindows() && tso != absent;
    return shifts ? TsoClock.compose(TsoClock.physical(tso) + 1, 0) : tso;
  }

  /**
   * Whole seconds in the session's zone; the text {@code 0} and what is not positive: not given.
   */
  private long tso(Map<String, String> parameters, String key, long absent) {
    String text = parameters.get(key);
    if (text == null) {
      return absent;
    }
    long millis = millis(text);
    return millis == 0 ? absent : TsoClock.compose(millis, 0);
  }

  private long millis(String text) {
    if (text.equals("0")) {
      return 0;
    }
    long millis = SecondText.parse(text, context.zone()).map(Instant::toEpochMilli).orElse(-1L);
    if (millis < 0) {
      throw DorisException.of("Invalid TIMESTAMP format in incr clause: " + text);
    }
    return millis;
  }

  /** The end that a read asks for, exclusive, or {@code Long.MAX_VALUE}: what the wait looks at. */
  long endTso(Map<String, String> parameters) {
    return tso(parameters, END, Long.MAX_VALUE);
  }
}
