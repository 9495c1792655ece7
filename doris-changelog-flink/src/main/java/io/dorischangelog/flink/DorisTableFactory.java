package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ReadOptions;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * The table connector {@code doris}. Planning a query connects to Doris, because what the planner
 * may expect hangs on the table.
 */
public class DorisTableFactory implements DynamicTableSourceFactory {
  /** For Flink, which finds this class by its service file. */
  public DorisTableFactory() {}

  @Override
  public String factoryIdentifier() {
    return "doris";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return options(ReadOptions.requiredKeys());
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return options(ReadOptions.optionalKeys());
  }

  private static Set<ConfigOption<?>> options(Set<String> keys) {
    return keys.stream()
        .map(key -> ConfigOptions.key(key).stringType().noDefaultValue())
        .collect(Collectors.toSet());
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    String[] ignored = ReadOptions.ignoredPrefixes().toArray(String[]::new);
    FactoryUtil.createTableFactoryHelper(this, context).validateExcept(ignored);
    Map<String, String> options = new HashMap<>(context.getCatalogTable().getOptions());
    options
        .keySet()
        .removeIf(key -> !ReadOptions.isKnown(key)); // Flink checked and uses the others itself.
    try {
      ReadOptions read = ReadOptions.of(options);
      requireRunnable(read, context.getConfiguration());
      boolean oneReader = !waitsForRows(context.getConfiguration());
      return new DorisTableSource(
          planned(read, context), read, context.getPhysicalRowDataType(), oneReader);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(e.getMessage(), e);
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
    read.applyTo(builder);
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
