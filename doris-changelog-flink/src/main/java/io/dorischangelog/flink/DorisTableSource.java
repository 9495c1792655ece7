package io.dorischangelog.flink;

import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.scan.ReadOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A declared table as the planner sees it. */
final class DorisTableSource
    implements ScanTableSource,
        SupportsFilterPushDown,
        SupportsProjectionPushDown,
        SupportsReadingMetadata,
        SupportsSourceWatermark {

  private final PlannedTable table;
  private final boolean oneReader;
  private ReadOptions read;
  private List<String> columns;
  private List<LogicalType> types;
  private List<MetadataColumn> metadata = List.of();
  private DataType produced;
  private boolean watermarks;

  /**
   * @param physical type of the declared physical columns
   * @param oneReader whether the snapshot must not be shared by several readers
   */
  DorisTableSource(PlannedTable table, ReadOptions read, DataType physical, boolean oneReader) {
    this.table = table;
    this.read = read;
    this.oneReader = oneReader;
    this.columns = table.declared().getFieldNames();
    this.types = table.declared().getChildren();
    this.produced = physical;
  }

  private DorisTableSource(DorisTableSource other) {
    table = other.table;
    read = other.read;
    oneReader = other.oneReader;
    columns = other.columns;
    types = other.types;
    metadata = other.metadata;
    produced = other.produced;
    watermarks = other.watermarks;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return table.changelogMode();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    RowDataConverter converter =
        new RowDataConverter(columns, types, metadata, context.createTypeInformation(produced));
    return SourceProvider.of(
        DorisChangelogSource.builder(read::applyTo, converter)
            .columns(readColumns())
            .scanMode(table.mode())
            .pollInterval(read.pollInterval())
            .offsets(OffsetSettings.of(read))
            .neverRelax(table.semantics() == Semantics.FULL)
            .snapshotOnStreamReader(oneReader)
            .watermarks(watermarks)
            .build());
  }

  /** A read must have a column, even if the query wants to count rows only. */
  private List<String> readColumns() {
    return columns.isEmpty() ? List.of(table.doris().columns().get(0).name()) : columns;
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> filters) {
    PushedFilter pushed = new PushedFilter(table.filterColumns());
    List<ResolvedExpression> byDoris = new ArrayList<>();
    List<ResolvedExpression> byFlink = new ArrayList<>();
    for (ResolvedExpression filter : filters) {
      pushed.of(filter).ifPresent(predicate -> read = read.filteredBy(predicate));
      (pushed.of(filter).isPresent() ? byDoris : byFlink).add(filter);
    }
    return Result.of(byDoris, byFlink);
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] fields, DataType producedType) {
    RowType declared = table.declared();
    List<Integer> chosen = Arrays.stream(fields).map(path -> path[0]).toList();
    columns = chosen.stream().map(i -> declared.getFieldNames().get(i)).toList();
    types = chosen.stream().map(declared::getTypeAt).toList();
    produced = producedType;
  }

  @Override
  public Map<String, DataType> listReadableMetadata() {
    return MetadataColumn.types();
  }

  @Override
  public void applyReadableMetadata(List<String> keys, DataType producedType) {
    metadata = new ArrayList<>(keys.stream().map(MetadataColumn::of).toList());
    produced = producedType;
  }

  @Override
  public void applySourceWatermark() {
    watermarks = true;
  }

  @Override
  public DynamicTableSource copy() {
    return new DorisTableSource(this);
  }

  @Override
  public String asSummaryString() {
    return "Doris table "
        + table.doris().id()
        + " ("
        + table.mode()
        + read.filter().map(" if "::concat).orElse("")
        + ")";
  }
}
