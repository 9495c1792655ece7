package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one relation behind FROM. */
final class RelationParser {
  /** Words that follow a relation and therefore are no alias without AS. */
  private static final Set<String> FOLLOWERS =
      Set.of(
          "OFFSET",
          "NATURAL",
          "SEMI",
          "ANTI",
          "ASOF",
          "LATERAL",
          "TABLESAMPLE",
          "MINUS",
          "PARTITIONS",
          "QUALIFY",
          "WINDOW",
          "TEMPORARY");

  private final TokenCursor cursor;

  RelationParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** A relation with its alias. */
  Relation relation() {
    Relation bare = withoutAlias();
    Optional<String> alias = cursor.alias(FOLLOWERS);
    return bare instanceof Relation.Named named
        ? asOfBehindAlias(withAlias(named, alias))
        : withAlias((Relation.Function) bare, alias);
  }

  /** A relation up to, and not including, its alias. */
  Relation withoutAlias() {
    if (cursor.seesSymbol("(")) {
      throw new WiderThanOwnGrammar();
    }
    if (cursor.seesName() && cursor.peek(1).isSymbol("(")) {
      return function();
    }
    TableName name = cursor.tableName();
    Optional<Relation.ScanParameters> scan = scanParameters();
    Optional<Relation.AsOf> before = asOf();
    List<String> partitions = partitions();
    List<Long> tablets =
        cursor.accept("TABLET") ? cursor.listInBrackets(cursor::number) : List.of();
    Optional<Relation.AsOf> asOf = before.isPresent() ? before : asOf();
    return new Relation.Named(name, scan, partitions, tablets, asOf, Optional.empty());
  }

  private static Relation.Named withAlias(Relation.Named named, Optional<String> alias) {
    return new Relation.Named(
        named.name(), named.scan(), named.partitions(), named.tablets(), named.asOf(), alias);
  }

  private static Relation.Function withAlias(Relation.Function call, Optional<String> alias) {
    return new Relation.Function(call.name(), call.properties(), alias);
  }

  /** The snapshot clause stands before the alias in one grammar and behind it in another. */
  private Relation asOfBehindAlias(Relation.Named named) {
    Optional<Relation.AsOf> late = named.asOf().isPresent() ? named.asOf() : asOf();
    return new Relation.Named(
        named.name(), named.scan(), named.partitions(), named.tablets(), late, named.alias());
  }

  private Relation function() {
    String name = cursor.name().toLowerCase(Locale.ROOT);
    Map<String, String> properties = cursor.properties();
    return new Relation.Function(name, properties, Optional.empty());
  }

  private Optional<Relation.ScanParameters> scanParameters() {
    if (!cursor.acceptSymbol("@")) {
      return Optional.empty();
    }
    String kind = cursor.name().toLowerCase(Locale.ROOT);
    return Optional.of(new Relation.ScanParameters(kind, cursor.properties()));
  }

  List<String> partitions() {
    boolean temporary = cursor.sees("TEMPORARY") && cursor.peek(1).upper().startsWith("PARTITION");
    if (temporary) {
      cursor.next();
    }
    if (!cursor.accept("PARTITION") && !cursor.accept("PARTITIONS")) {
      return List.of();
    }
    return cursor.seesSymbol("(")
        ? cursor.listInBrackets(cursor::nameOrString)
        : List.of(cursor.nameOrString());
  }

  private Optional<Relation.AsOf> asOf() {
    if (cursor.accept("FOR", "VERSION", "AS", "OF")) {
      return Optional.of(new Relation.AsOf(version(), null));
    } else if (cursor.accept("FOR", "TIME", "AS", "OF")) {
      return Optional.of(new Relation.AsOf(null, cursor.string()));
    }
    return Optional.empty();
  }

  private long version() {
    if (cursor.peek().kind() == Token.Kind.STRING) {
      Token token = cursor.next();
      try {
        return Long.parseLong(token.text());
      } catch (NumberFormatException e) {
        throw cursor.error(token, "not a version: '" + token.text() + "'");
      }
    }
    return cursor.number();
  }
}
