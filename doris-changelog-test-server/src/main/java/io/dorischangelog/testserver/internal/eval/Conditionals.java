package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.ZoneId;
import java.util.List;

/** Expressions that choose among others. */
final class Conditionals {
  private Conditionals() {}

  /** The result of the first condition that holds; the last result stands alone: otherwise. */
  static Bound choose(List<Bound> conditions, List<Bound> results, ZoneId zone) {
    DorisType type = CommonType.of(results);
    List<Bound> cast = Casts.all(results, type, zone);
    return new Bound(
        type,
        cast.stream().anyMatch(Bound::nullable),
        row -> {
          for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).holds(row)) {
              return cast.get(i).value(row);
            }
          }
          return cast.get(cast.size() - 1).value(row);
        });
  }

  /** The first value that is not NULL. */
  static Bound coalesce(List<Bound> values, ZoneId zone) {
    DorisType type = CommonType.of(values);
    List<Bound> cast = Casts.all(values, type, zone);
    return new Bound(
        type,
        cast.stream().allMatch(Bound::nullable),
        row -> {
          for (Bound value : cast) {
            Object found = value.value(row);
            if (found != null) {
              return found;
            }
          }
          return null;
        });
  }
}
