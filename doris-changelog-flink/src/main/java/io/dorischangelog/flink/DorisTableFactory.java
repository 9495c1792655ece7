package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table connector {@code doris}. Planning a query connects to Doris, because what the planner
 * may expect hangs on the table.
 */
public class DorisTableFactory implements DynamicTableSourceFactory {
  private static final Logger LOG = LoggerFactory.getLogger(DorisTableFactory.class);

  /** For Flink, which finds this class by its service file. */
  public DorisTableFactory() {}

  @Override
  public String factoryIdentifier() {
    return "doris";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return DorisOptions.required();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return DorisOptions.optional();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validateExcept(DorisOptions.IGNORED_PREFIXES.toArray(String[]::new));
    Configuration options = Configuration.fromMap(context.getCatalogTable().getOptions());
    sayIgnored(options);
    ReadOptions read = new ReadOptions(options);
    requireRunnable(read, context.getConfiguration());
    return new DorisTableSource(
        planned(read, context),
        read,
        context.getPhysicalRowDataType(),
        !waitsForRows(context.getConfiguration()));
  }

  private static void sayIgnored(Configuration options) {
    List<String> ignored =
        options.keySet().stream()
            .filter(
                key ->
                    DorisOptions.IGNORED.stream().anyMatch(option -> option.key().equals(key))
                        || DorisOptions.IGNORED_PREFIXES.stream().anyMatch(key::startsWith))
            .sorted()
            .toList();
    if (!ignored.isEmpty()) {
      LOG.info("options that reading changes does not need are ignored: {}", ignored);
    }
  }

  private static void requireRunnable(ReadOptions read, ReadableConfig job) {
    if (!read.isBounded() && isBatch(job)) {
      throw new ValidationException(
          "A batch job cannot read changes without an end: set 'source.scan.end-timestamp', read"
              + " with 'source.scan.mode' = 'snapshot', or run the job with"
              + " 'execution.runtime-mode' = 'streaming'");
    }
  }

  private static boolean isBatch(ReadableConfig job) {
    return job.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH;
  }

  /** Whether a completed checkpoint says that all rows sent before it were processed. */
  private static boolean waitsForRows(ReadableConfig job) {
    return !isBatch(job)
        && job.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).isPresent()
        && !job.get(CheckpointingOptions.ENABLE_UNALIGNED);
  }

  private static PlannedTable planned(ReadOptions read, Context context) {
    ScanOptionsBuilder builder = ScanOptions.builder();
    new OptionsSetup(read.options()).apply(builder);
    ScanOptions options = builder.build();
    try (ChangelogScan scan = ChangelogScan.open(options)) {
      PlannedTable table =
          new PlannedTable(
              scan.table(),
              read.scanMode(scan::serverZone),
              options.incrementType(),
              (RowType) context.getPhysicalRowDataType().getLogicalType(),
              context
                  .getCatalogTable()
                  .getResolvedSchema()
                  .getPrimaryKey()
                  .map(key -> key.getColumns())
                  .orElse(List.of()));
      if (table.mode().hasChanges()) {
        scan.requireChanges();
      }
      table.validate();
      return table;
    }
  }
}
