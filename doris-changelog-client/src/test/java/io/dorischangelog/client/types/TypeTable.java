package io.dorischangelog.client.types;

import io.dorischangelog.client.DorisType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of {@code every-type.txt}: a column for each type, a row for each kind of value. */
final class TypeTable {

  /** What the rows hold; their ids count from 1. */
  static final List<String> ROLES = List.of("min", "max", "zero", "typical", "odd", "null");

  static final List<TypedColumn> COLUMNS = load();

  private static final String SQL_NULL = "SQL NULL";

  /** A value as SQL writes it, and the text of the Java value. */
  record Sample(String sql, String java) {
    static Sample of(String cell) {
      String[] halves = cell.split("=>", -1);
      String sql = halves[0].strip().replace('·', ' ').replace('␀', '\0').replace('⏎', '\n');
      return new Sample(sql, halves.length == 1 ? sql : halves[1].strip());
    }

    String literal() {
      return "'" + sql.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
  }

  /** One column with the values of all rows but the last, which is NULL. */
  record TypedColumn(String name, DorisType type, String declared, List<Sample> samples) {
    static TypedColumn of(String line) {
      String[] cells = line.split("\\|", -1);
      String declared = cells[1].strip();
      return new TypedColumn(
          cells[0].strip(),
          DorisType.parse(declared),
          declared,
          Arrays.stream(cells).skip(2).map(Sample::of).toList());
    }

    /** What {@link TypeTable#text} should give for the value of a row. */
    String expected(int role) {
      return role < samples.size() ? samples.get(role).java() : SQL_NULL;
    }

    private String literal(int role) {
      return role < samples.size() ? samples.get(role).literal() : "NULL";
    }

    @Override
    public String toString() {
      return declared;
    }
  }

  private TypeTable() {}

  private static List<TypedColumn> load() {
    try (InputStream table = TypeTable.class.getResourceAsStream("every-type.txt")) {
      return new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(TypedColumn::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statement that makes the table. */
  static String create(String name, String properties) {
    return COLUMNS.stream()
        .map(column -> "`" + column.name() + "` " + column.declared())
        .collect(
            Collectors.joining(
                ", ",
                "CREATE TABLE " + name + " (id INT NOT NULL, touched BOOLEAN, ",
                ") UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ("
                    + properties
                    + ")"));
  }

  /** The statement that fills it. */
  static String insert(String name) {
    return IntStream.range(0, ROLES.size())
        .mapToObj(TypeTable::row)
        .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", ""));
  }

  private static String row(int role) {
    return COLUMNS.stream()
        .map(column -> column.literal(role))
        .collect(Collectors.joining(", ", "(" + (role + 1) + ", false, ", ")"));
  }

  /** The text of a value that was read. */
  static String text(Object value) {
    if (value == null) {
      return SQL_NULL;
    } else if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    } else if (value instanceof InetAddress address) {
      return address.getHostAddress();
    }
    return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
  }
}
