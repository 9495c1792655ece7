package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Binds a select list; stars become the relation's columns. */
final class Outputs {
  private final Binder binder;
  private final @Nullable Source source;
  private final @Nullable SourceScope scope;
  private final boolean showHidden;

  Outputs(Binder binder, @Nullable Source source, @Nullable SourceScope scope, boolean showHidden) {
    this.binder = binder;
    this.source = source;
    this.scope = scope;
    this.showHidden = showHidden;
  }

  List<Output> bind(List<Query.Item> items) {
    List<Output> outputs = new ArrayList<>();
    for (Query.Item item : items) {
      if (item instanceof Query.Item.Star star) {
        star(star, outputs);
      } else {
        outputs.add(value((Query.Item.Value) item));
      }
    }
    return outputs;
  }

  private void star(Query.Item.Star star, List<Output> outputs) {
    if (source == null || scope == null) {
      throw DorisException.of("SELECT * must have a FROM clause");
    }
    if (!scope.isQualifiedBy(star.qualifier().stream().toList())) {
      throw DorisException.of("unknown qualifier: " + star.qualifier().orElse(""));
    }
    int count = showHidden ? source.columns().size() : source.visible();
    for (int i = 0; i < count; i++) {
      String name = source.columns().get(i).label();
      if (star.except().stream().noneMatch(name::equalsIgnoreCase)) {
        outputs.add(new Output(name, scope.column(i), Optional.of(i), true));
      }
    }
  }

  private Output value(Query.Item.Value item) {
    if (item.expression() instanceof Expr.Column column) {
      Optional<Integer> plain =
          scope == null
              ? Optional.empty()
              : Optional.of(scope.indexOf(column.qualifier(), column.name())).filter(i -> i >= 0);
      return new Output(item.alias().orElse(column.name()), binder.bind(column), plain, true);
    }
    return new Output(
        item.alias().orElse(item.text()),
        binder.bind(item.expression()),
        Optional.empty(),
        item.alias().isPresent());
  }
}
