package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions of BITMAP and HLL, whose values the stand-in holds as plain sets. */
final class ObjectFunctions {
  private static final DorisType BITMAP = DorisType.of(Kind.BITMAP);
  private static final DorisType HLL = DorisType.of(Kind.HLL);
  private static final DorisType BIGINT = DorisType.of(Kind.BIGINT);
  private static final DorisType TEXT = DorisType.of(Kind.STRING);

  private ObjectFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "TO_BITMAP" -> toBitmap(args);
      case "BITMAP_FROM_STRING" -> bitmapFromString(args);
      case "BITMAP_EMPTY" -> empty(name, args, BITMAP);
      case "BITMAP_TO_STRING" -> ofSet(name, args, Kind.BITMAP, TEXT, ObjectFunctions::joined);
      case "BITMAP_COUNT" -> size(name, args, Kind.BITMAP);
      case "BITMAP_CONTAINS" -> bitmapContains(args);
      case "HLL_EMPTY" -> empty(name, args, HLL);
      case "HLL_HASH" -> hllHash(args);
      case "HLL_CARDINALITY" -> size(name, args, Kind.HLL);
      default -> null;
    };
  }

  /** Of NULL it is 0 (recorded). */
  private static Bound size(String name, List<Bound> args, Kind kind) {
    Bound size = ofSet(name, args, kind, BIGINT, set -> (long) set.size());
    return new Bound(
        BIGINT,
        false,
        row -> {
          Object value = size.value(row);
          return value == null ? 0L : value;
        });
  }

  private static Bound empty(String name, List<Bound> args, DorisType type) {
    Functions.expect(name, args, 0, 0);
    return Bound.constant(new TreeSet<>(), type);
  }

  private static Bound toBitmap(List<Bound> args) {
    Functions.expect("TO_BITMAP", args, 1, 1);
    return new Bound(BITMAP, false, row -> members(args.get(0).value(row)));
  }

  /** What is no number from 0 up gives an empty bitmap. */
  private static Set<Long> members(@Nullable Object value) {
    Set<Long> result = new TreeSet<>();
    if (value != null) {
      try {
        long member = Numbers.decimal(value).longValueExact();
        if (member >= 0) {
          result.add(member);
        }
      } catch (ArithmeticException e) {
        return result;
      } catch (NumberFormatException e) {
        return result;
      }
    }
    return result;
  }

  private static Bound bitmapFromString(List<Bound> args) {
    Functions.expect("BITMAP_FROM_STRING", args, 1, 1);
    Bound text = Casts.text(args.get(0));
    return new Bound(
        BITMAP,
        true,
        row -> {
          Object value = text.value(row);
          return value == null ? null : parse(value.toString());
        });
  }

  private static Bound bitmapContains(List<Bound> args) {
    Functions.expect("BITMAP_CONTAINS", args, 2, 2);
    Bound set = args.get(0);
    Bound member = args.get(1);
    return new Bound(
        DorisType.of(Kind.BOOLEAN),
        true,
        row -> {
          Object wanted = member.value(row);
          return wanted != null && set.value(row) instanceof Collection<?> members
              ? members.contains(Numbers.decimal(wanted).longValue())
              : null;
        });
  }

  private static @Nullable Object parse(String text) {
    if (text.isBlank()) {
      return new TreeSet<Long>();
    }
    try {
      return Arrays.stream(text.split(",", -1))
          .map(part -> Long.valueOf(part.trim()))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Bound hllHash(List<Bound> args) {
    Functions.expect("HLL_HASH", args, 1, 1);
    Bound text = Casts.text(args.get(0));
    return new Bound(
        HLL,
        false,
        row -> {
          TreeSet<String> result = new TreeSet<>();
          Object value = text.value(row);
          if (value != null) {
            result.add(value.toString());
          }
          return result;
        });
  }

  private static Bound ofSet(
      String name,
      List<Bound> args,
      Kind kind,
      DorisType type,
      Function<Collection<?>, Object> function) {
    Functions.expect(name, args, 1, 1);
    Bound set = args.get(0);
    if (set.kind() != kind && set.kind() != Kind.NULL) {
      throw EvalErrors.wrongArguments(name, args);
    }
    return new Bound(
        type,
        set.nullable(),
        row -> set.value(row) instanceof Collection<?> members ? function.apply(members) : null);
  }

  private static String joined(Collection<?> members) {
    return members.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
