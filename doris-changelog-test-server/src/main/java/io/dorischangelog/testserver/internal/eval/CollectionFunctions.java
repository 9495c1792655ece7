package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions that look into ARRAY, MAP and STRUCT values; {@code x[k]} is ELEMENT_AT. */
final class CollectionFunctions {
  private static final DorisType BIGINT = DorisType.of(Kind.BIGINT);

  private CollectionFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "ARRAY_SIZE", "MAP_SIZE", "SIZE", "CARDINALITY" -> size(name, args);
      case "ELEMENT_AT" -> elementAt(args, context);
      case "STRUCT_ELEMENT" -> field(name, args);
      case "ARRAY_CONTAINS" -> contains(args, context);
      case "MAP_KEYS" -> part(name, args, 0, Map::keySet);
      case "MAP_VALUES" -> part(name, args, 1, Map::values);
      default -> null;
    };
  }

  private static Bound of(String name, List<Bound> args, int count, Kind... kinds) {
    Functions.expect(name, args, count, count);
    for (Kind kind : kinds) {
      if (args.get(0).kind() == kind) {
        return args.get(0);
      }
    }
    throw EvalErrors.wrongArguments(name, args);
  }

  private static Bound size(String name, List<Bound> args) {
    Bound collection = of(name, args, 1, Kind.ARRAY, Kind.MAP);
    return new Bound(
        BIGINT,
        collection.nullable(),
        row -> {
          Object value = collection.value(row);
          return value == null
              ? null
              : (long) (value instanceof Map<?, ?> map ? map.size() : ((List<?>) value).size());
        });
  }

  private static Bound elementAt(List<Bound> args, EvaluationContext context) {
    Bound collection = of("ELEMENT_AT", args, 2, Kind.ARRAY, Kind.MAP, Kind.STRUCT);
    if (collection.kind() == Kind.STRUCT) {
      return field("ELEMENT_AT", args);
    }
    List<DorisType> children = collection.type().children();
    boolean array = collection.kind() == Kind.ARRAY;
    DorisType keyType = array ? BIGINT : children.get(0);
    Bound key = Casts.bind(args.get(1), keyType, context.zone());
    return new Bound(
        children.get(children.size() - 1),
        true,
        row -> {
          Object at = key.value(row);
          Object value = collection.value(row);
          if (at == null || value == null) {
            return null;
          }
          return array ? element((List<?>) value, (long) at) : ((Map<?, ?>) value).get(at);
        });
  }

  /** Counts from 1, or from -1 backwards; NULL outside. */
  private static @Nullable Object element(List<?> list, long position) {
    long index = position > 0 ? position - 1 : list.size() + position;
    return position == 0 || index < 0 || index >= list.size() ? null : list.get((int) index);
  }

  private static Bound field(String name, List<Bound> args) {
    Bound struct = of(name, args, 2, Kind.STRUCT);
    int index = fieldIndex(struct.type(), args.get(1).value(new Object[0]));
    if (index < 0) {
      throw EvalErrors.wrongArguments(name, args);
    }
    return new Bound(
        struct.type().children().get(index),
        true,
        row -> struct.value(row) instanceof List<?> fields ? fields.get(index) : null);
  }

  /** A field by its name, or by its position from 1; -1 if there is none. */
  private static int fieldIndex(DorisType struct, @Nullable Object wanted) {
    List<String> names = struct.fieldNames();
    for (int i = 0; i < names.size(); i++) {
      boolean found =
          wanted instanceof Number number
              ? number.longValue() == i + 1
              : names.get(i).equalsIgnoreCase(String.valueOf(wanted));
      if (found) {
        return i;
      }
    }
    return -1;
  }

  private static Bound contains(List<Bound> args, EvaluationContext context) {
    Bound array = of("ARRAY_CONTAINS", args, 2, Kind.ARRAY);
    Bound wanted = Casts.bind(args.get(1), array.type().children().get(0), context.zone());
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        array.nullable(),
        row -> array.value(row) instanceof List<?> list ? list.contains(wanted.value(row)) : null);
  }

  private static Bound part(
      String name, List<Bound> args, int child, Function<Map<?, ?>, Collection<?>> part) {
    Bound map = of(name, args, 1, Kind.MAP);
    return new Bound(
        DorisType.array(map.type().children().get(child)),
        map.nullable(),
        row -> map.value(row) instanceof Map<?, ?> value ? copy(part.apply(value)) : null);
  }

  private static List<@Nullable Object> copy(Collection<?> values) {
    return new ArrayList<>(values);
  }
}
