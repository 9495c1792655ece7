package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.NoFrontEndException;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.server.TextTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a server what a table looks like. SELECT on the table is enough for all of it. */
final class TableReader {
  private static final Logger LOG = LoggerFactory.getLogger(TableReader.class);

  private final DorisCluster cluster;
  private final TableId table;

  TableReader(DorisCluster cluster, TableId table) {
    this.cluster = cluster;
    this.table = table;
  }

  /**
   * Describes the table as it is now.
   *
   * @throws NoFrontEndException if no front end answers
   * @throws StatementFailure if the table is not there or may not be read
   * @throws IncompatibleTableException if no changelog can exist on its model
   */
  TableDescription describe() throws NoFrontEndException, StatementFailure, InterruptedException {
    CreateTableText created = CreateTableText.parse(statement(query(showCreate())));
    TableModel model = model(created);
    Optional<String> word = created.featureWord();
    boolean history = word.isPresent() && created.isTrue(word.get() + ".need_historical_value");
    return new TableDescription(
        table,
        model,
        columns(query(describeColumns())),
        word.isPresent(),
        history,
        ttl(created),
        createdAt());
  }

  /** What one front end shows as the statement that makes the table. */
  CreateTableText createTable(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    TextTable answer = cluster.query(frontEnd, table.database(), showCreate());
    return CreateTableText.parse(statement(answer));
  }

  /** The visible columns that one front end shows now, in the table's order. */
  List<Column> columns(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    return columns(cluster.query(frontEnd, table.database(), describeColumns()));
  }

  /** How long changes are kept; empty if the statement does not tell. */
  static Optional<Duration> ttl(CreateTableText created) {
    return created
        .featureWord()
        .flatMap(word -> created.property(word + ".ttl_seconds"))
        .flatMap(TableReader::seconds);
  }

  private String showCreate() {
    return "SHOW CREATE TABLE " + table.quoted();
  }

  private String statement(TextTable answer) throws StatementFailure {
    String text = answer.rows().isEmpty() ? null : answer.cell(0, "Create Table");
    if (text == null) {
      throw new StatementFailure(
          StatementFailure.NO_CODE, "SHOW CREATE TABLE gave no statement for " + table);
    }
    return text;
  }

  private TableModel model(CreateTableText created) {
    return switch (created.model()) {
      case "UNIQUE" -> TableModel.UNIQUE;
      case "DUPLICATE" -> TableModel.DUPLICATE;
      default ->
          throw new IncompatibleTableException(
              ErrorContext.of(table),
              "The table has neither a UNIQUE KEY nor a DUPLICATE KEY",
              "read a unique (merge-on-write) or duplicate table",
              null);
    };
  }

  private String describeColumns() {
    return "DESC " + table.quoted();
  }

  private static List<Column> columns(TextTable described) throws StatementFailure {
    List<Column> columns = new ArrayList<>();
    for (int row = 0; row < described.rows().size(); row++) {
      columns.add(
          new Column(
              text(described.cell(row, "Field")),
              DorisType.parse(text(described.cell(row, "Type"))),
              isTrue(described.cell(row, "Null")),
              isTrue(described.cell(row, "Key"))));
    }
    return columns;
  }

  /** The creation time as an instant: the server converts it, so that its zone does not matter. */
  private Optional<Instant> createdAt() throws NoFrontEndException, InterruptedException {
    try {
      return FactsSql.creation(query(new FactsSql(table).creation()));
    } catch (StatementFailure unknown) {
      LOG.debug("the creation time of {} is not known: {}", table, unknown.text());
      return Optional.empty();
    }
  }

  private TextTable query(String sql)
      throws NoFrontEndException, StatementFailure, InterruptedException {
    return cluster.query(table.database(), sql);
  }

  private static String text(@Nullable String cell) throws StatementFailure {
    if (cell == null) {
      throw new StatementFailure(
          StatementFailure.NO_CODE, "DESC answered without the columns Field and Type");
    }
    return cell;
  }

  private static boolean isTrue(@Nullable String cell) {
    String lower = cell == null ? "" : cell.toLowerCase(Locale.ROOT);
    return lower.equals("true") || lower.equals("yes");
  }

  private static Optional<Duration> seconds(String text) {
    return FactsSql.wholeNumber(text).map(Duration::ofSeconds);
  }
}
