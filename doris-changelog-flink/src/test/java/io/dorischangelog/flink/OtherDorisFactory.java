package io.dorischangelog.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/** Takes the name {@code doris}, as the official connector does. */
public final class OtherDorisFactory implements DynamicTableSourceFactory {
  /** For Flink, which finds this class by a service file. */
  public OtherDorisFactory() {}

  @Override
  public String factoryIdentifier() {
    return "doris";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    throw new UnsupportedOperationException("only found, never used");
  }
}
