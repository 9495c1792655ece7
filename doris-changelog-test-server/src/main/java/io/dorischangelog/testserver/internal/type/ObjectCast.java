package io.dorischangelog.testserver.internal.type;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Casts to nested types, bytes, bitmaps and sketches. */
final class ObjectCast {
  private ObjectCast() {}

  static Object cast(Object value, DorisType type) {
    return switch (type.kind()) {
      case VARBINARY, QUANTILE_STATE -> toBytes(value);
      case BITMAP -> toBitmap(value, type);
      case HLL -> toHll(value);
      case ARRAY -> toArray(structure(value), type);
      case MAP -> toMap(structure(value), type);
      case STRUCT -> toStruct(structure(value), type);
      default -> throw CastErrors.invalid(value, type, null);
    };
  }

  private static Object structure(Object value) {
    if (value instanceof String text) {
      Object parsed = NestedText.parse(text);
      return parsed == null ? value : parsed;
    }
    return value;
  }

  private static byte[] toBytes(Object value) {
    return value instanceof byte[] bytes
        ? bytes
        : value.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static NavigableSet<Long> toBitmap(Object value, DorisType type) {
    Collection<?> members;
    if (value instanceof Collection<?> given) {
      members = given;
    } else if (value instanceof String text) {
      members = text.isBlank() ? List.of() : Arrays.asList(text.split(",", -1));
    } else {
      members = List.of(value);
    }
    DorisType large = DorisType.of(DorisType.Kind.LARGEINT);
    NavigableSet<Long> bits = new TreeSet<>(Long::compareUnsigned);
    for (Object member : members) {
      BigInteger bit = NumberCast.toInteger(member, large, 128);
      if (bit.signum() < 0 || bit.bitLength() > Long.SIZE) {
        throw CastErrors.outOfRange(value, type);
      }
      bits.add(bit.longValue());
    }
    return Collections.unmodifiableNavigableSet(bits);
  }

  private static Set<String> toHll(Object value) {
    Set<String> members = new LinkedHashSet<>();
    if (value instanceof Collection<?> given) {
      given.forEach(member -> members.add(String.valueOf(member)));
    } else {
      members.add(value.toString());
    }
    return Collections.unmodifiableSet(members);
  }

  private static List<@Nullable Object> toArray(Object value, DorisType type) {
    if (!(value instanceof List<?> given)) {
      throw CastErrors.invalid(value, type, null);
    }
    List<@Nullable Object> elements = new ArrayList<>(given.size());
    given.forEach(element -> elements.add(Values.cast(element, type.children().get(0))));
    return Collections.unmodifiableList(elements);
  }

  private static Map<@Nullable Object, @Nullable Object> toMap(Object value, DorisType type) {
    Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach(
          (key, element) ->
              entries.put(
                  Values.cast(key, type.children().get(0)),
                  Values.cast(element, type.children().get(1))));
    } else if (!(value instanceof List<?> none && none.isEmpty())) {
      throw CastErrors.invalid(value, type, null);
    }
    return Collections.unmodifiableMap(entries);
  }

  private static List<@Nullable Object> toStruct(Object value, DorisType type) {
    List<?> given = value instanceof Map<?, ?> named ? byName(named, type) : asList(value, type);
    if (given.size() != type.children().size()) {
      throw CastErrors.invalid(value, type, null);
    }
    List<@Nullable Object> fields = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      fields.add(Values.cast(given.get(i), type.children().get(i)));
    }
    return Collections.unmodifiableList(fields);
  }

  private static List<?> asList(Object value, DorisType type) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw CastErrors.invalid(value, type, null);
  }

  private static List<?> byName(Map<?, ?> named, DorisType type) {
    if (!type.fieldNames().containsAll(named.keySet())) {
      throw CastErrors.invalid(named, type, null);
    }
    List<@Nullable Object> fields = new ArrayList<>();
    type.fieldNames().forEach(name -> fields.add(named.get(name)));
    return fields;
  }
}
