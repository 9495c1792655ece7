package io.dorischangelog.client;

import io.dorischangelog.client.PositionContext.OpenWindow;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.internal.text.PercentText;
import io.dorischangelog.client.internal.tso.Tso;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The text form of a position, version 1: {@code v1;key=value;...;crc=xxxxxxxx}. */
final class PositionText {

  private static final int VERSION = 1;
  private static final Pattern FIRST = Pattern.compile("v(\\d{1,9})(;|$)");
  private static final Pattern NUMBER = Pattern.compile("0|-?[1-9]\\d*");
  private static final String END = ";crc=";
  private static final int CRC_DIGITS = 8;
  private static final Set<String> KEYS =
      Set.of("tso", "rows", "table", "shape", "created", "ttl", "partitions", "window", "later");

  private final String text;
  private final Map<String, String> fields = new LinkedHashMap<>();

  private PositionText(String text) {
    this.text = text;
  }

  static String of(Position position) {
    PositionContext context = position.context();
    StringBuilder text = new StringBuilder("v" + VERSION);
    append(text, "tso", Long.toString(position.tso()));
    append(text, "rows", rowsText(position));
    append(text, "table", PercentText.encode(context.table().toString()));
    String fingerprint = context.fingerprint();
    append(text, "shape", fingerprint == null ? null : PercentText.encode(fingerprint));
    SeenTable seen = context.seen();
    if (seen != null) {
      appendSeen(text, seen);
    }
    position
        .openWindow()
        .ifPresent(window -> append(text, "window", window.start() + "/" + window.end()));
    append(text, "later", laterText(context.laterEnds()));
    return text + END + crc(text.toString());
  }

  /** The first end, and for each other one how many seconds it lies behind the one before. */
  private static @Nullable String laterText(List<Instant> ends) {
    if (ends.isEmpty()) {
      return null;
    }
    StringBuilder text = new StringBuilder(ends.get(0).toString());
    for (int i = 1; i < ends.size(); i++) {
      text.append(',').append(Duration.between(ends.get(i - 1), ends.get(i)).toSeconds());
    }
    return text.toString();
  }

  private static String rowsText(Position position) {
    if (position.isSnapshot()) {
      return "snapshot";
    }
    return position.isComplete() ? "all" : Long.toString(position.rows());
  }

  private static void appendSeen(StringBuilder text, SeenTable seen) {
    Instant created = seen.createdAt();
    append(text, "created", created == null ? null : created.toString());
    Duration ttl = seen.ttl();
    append(text, "ttl", ttl == null ? null : Long.toString(ttl.toSeconds()));
    SeenPartitions partitions = seen.partitions();
    append(text, "partitions", partitions == null ? null : partitions.toText());
  }

  private static void append(StringBuilder text, String key, @Nullable String value) {
    if (value != null) {
      text.append(';').append(key).append('=').append(value);
    }
  }

  private static String crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }

  static Position parse(String text) {
    return new PositionText(text).parse();
  }

  private Position parse() {
    requireVersion();
    int end = text.length() - END.length() - CRC_DIGITS;
    String body = end < 0 ? "" : text.substring(0, end);
    if (!text.equals(body + END + crc(body))) {
      throw refused("its check sum does not fit, so it was cut off or changed");
    }
    split(body);
    try {
      Position position = place(context());
      if (!of(position).equals(text)) {
        throw refused("it is not in the form this client writes");
      }
      return position;
    } catch (DateTimeException | ArithmeticException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private void requireVersion() {
    Matcher first = FIRST.matcher(text);
    if (!first.lookingAt()) {
      throw refused("it does not begin with a version such as v1");
    }
    int version = Integer.parseInt(first.group(1));
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "the position has version "
              + version
              + ", but this client reads version "
              + VERSION
              + " only; use the version of the client that wrote it: '"
              + text
              + "'");
    }
  }

  private void split(String body) {
    String[] parts = body.split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String key = equals < 0 ? parts[i] : parts[i].substring(0, equals);
      if (equals < 0
          || !KEYS.contains(key)
          || fields.put(key, parts[i].substring(equals + 1)) != null) {
        throw refused("'" + parts[i] + "' is not a known part, or comes twice");
      }
    }
  }

  private Position place(PositionContext context) {
    long tso = number(required("tso"));
    String rows = required("rows");
    if (rows.equals("snapshot")) {
      return Position.snapshot(Tso.instant(Math.addExact(tso, 1)), context);
    }
    return Position.of(tso, rows.equals("all") ? Position.ALL : number(rows), context);
  }

  private PositionContext context() {
    String shape = fields.get("shape");
    return new PositionContext(
        TableId.parse(PercentText.decode(required("table"))),
        shape == null ? null : PercentText.decode(shape),
        seen(),
        openWindow(),
        laterEnds());
  }

  private @Nullable SeenTable seen() {
    String created = fields.get("created");
    String ttl = fields.get("ttl");
    String partitions = fields.get("partitions");
    if (created == null && ttl == null && partitions == null) {
      return null;
    }
    return new SeenTable(
        created == null ? null : Instant.parse(created),
        ttl == null ? null : Duration.ofSeconds(number(ttl)),
        partitions == null ? null : seenPartitions(partitions));
  }

  private SeenPartitions seenPartitions(String partitions) {
    try {
      return SeenPartitions.parse(partitions);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          refused("'" + partitions + "' are no partitions").getMessage(), e);
    }
  }

  private @Nullable OpenWindow openWindow() {
    String window = fields.get("window");
    if (window == null) {
      return null;
    }
    int slash = window.indexOf('/');
    if (slash < 0) {
      throw refused("its window has no end");
    }
    return new OpenWindow(
        Instant.parse(window.substring(0, slash)), Instant.parse(window.substring(slash + 1)));
  }

  private List<Instant> laterEnds() {
    String later = fields.get("later");
    if (later == null) {
      return List.of();
    }
    List<Instant> ends = new ArrayList<>();
    for (String part : later.split(",", -1)) {
      ends.add(
          ends.isEmpty()
              ? Instant.parse(part)
              : ends.get(ends.size() - 1).plusSeconds(number(part)));
    }
    return ends;
  }

  private String required(String key) {
    String value = fields.get(key);
    if (value == null) {
      throw refused("it has no " + key);
    }
    return value;
  }

  private long number(String digits) {
    if (!NUMBER.matcher(digits).matches()) {
      throw refused("'" + digits + "' is not a number");
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(refused(digits + " is too large").getMessage(), e);
    }
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("not a position: '" + text + "' (" + why + ")");
  }
}
